package io.rvi.spi;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the text of a setting is read and shown. Durations and sizes carry their unit in the text:
 * {@code 600ms}, {@code 1MiB}; a bare number is refused, as nobody can tell what it means.
 *
 * @param <T> the type of the values
 * @param expected what the text should be, for messages: "a duration with its unit"
 * @param reader reads a text or throws IllegalArgumentException
 * @param writer shows a value so that the reader reads it back
 */
public record SettingType<T>(
    String expected, Function<String, T> reader, Function<T, String> writer) {
  private static final Pattern QUANTITY = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]+)");

  /** A whole number. */
  public static final SettingType<Integer> INT =
      new SettingType<>("a whole number", Integer::valueOf, String::valueOf);

  /** A whole number, 64 bits. */
  public static final SettingType<Long> LONG =
      new SettingType<>("a whole number", Long::valueOf, String::valueOf);

  /** {@code true} or {@code false}. */
  public static final SettingType<Boolean> BOOLEAN =
      new SettingType<>("true or false", SettingType::readBoolean, String::valueOf);

  /** Any text. */
  public static final SettingType<String> TEXT =
      new SettingType<>("a text", Function.identity(), Function.identity());

  /** A length of time with its unit: {@code us}, {@code ms}, {@code s}, {@code min}, {@code h}. */
  public static final SettingType<Duration> DURATION =
      new SettingType<>(
          "a duration with its unit (us, ms, s, min, h)",
          SettingType::readDuration,
          SettingType::showDuration);

  /** A number of bytes with its unit: {@code B}, {@code KiB}, {@code MiB}, {@code GiB}. */
  public static final SettingType<Integer> BYTES =
      new SettingType<>(
          "a size with its unit (B, KiB, MiB, GiB)",
          text -> Math.toIntExact(readBytes(text)),
          value -> value + "B");

  /**
   * One of an enum's constants, in lower case.
   *
   * @param type the enum
   */
  public static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
    String names =
        Arrays.stream(type.getEnumConstants())
            .map(SettingType::text)
            .collect(Collectors.joining(", "));
    return new SettingType<>(
        "one of " + names,
        text -> {
          E value = Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
          if (!text.equals(text(value))) {
            throw new IllegalArgumentException(text);
          }
          return value;
        },
        SettingType::text);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a value.
   *
   * @param text the text
   * @throws IllegalArgumentException when it is not what is {@link #expected}
   */
  public T parse(String text) {
    try {
      return reader.apply(text.strip());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static Boolean readBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static Matcher quantity(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return matcher;
  }

  private static Duration readDuration(String text) {
    Matcher matcher = quantity(text);
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1_000L));
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "min" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static String showDuration(Duration value) {
    return value.toNanos() % 1_000_000 == 0
        ? value.toMillis() + "ms"
        : value.toNanos() / 1_000 + "us";
  }

  private static long readBytes(String text) {
    Matcher matcher = quantity(text);
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "B" -> amount;
      case "KiB" -> Math.multiplyExact(amount, 1L << 10);
      case "MiB" -> Math.multiplyExact(amount, 1L << 20);
      case "GiB" -> Math.multiplyExact(amount, 1L << 30);
      default -> throw new IllegalArgumentException(text);
    };
  }
}
