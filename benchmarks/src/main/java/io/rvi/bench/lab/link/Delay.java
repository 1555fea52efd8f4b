package io.rvi.bench.lab.link;

import io.rvi.spi.SettingType;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The one-way delay of a link: a distribution, sampled once for each burst of bytes. */
public sealed interface Delay {
  /** No delay: bytes are passed on as they come. */
  Delay NONE = new Constant(0);

  /**
   * Draws a delay.
   *
   * @param random where chance comes from
   * @return nanoseconds, 0 or more
   */
  long sampleNs(RandomGenerator random);

  /** The mean of what is drawn, in nanoseconds. */
  double meanNs();

  /**
   * Always the same.
   *
   * @param ns nanoseconds, 0 or more
   */
  record Constant(long ns) implements Delay {
    /** Checks the range. */
    public Constant {
      requireRange(0, ns);
    }

    @Override
    public long sampleNs(RandomGenerator random) {
      return ns;
    }

    @Override
    public double meanNs() {
      return ns;
    }
  }

  /**
   * Equally likely between two bounds.
   *
   * @param lowNs the least, in nanoseconds
   * @param highNs the most, not below it
   */
  record Uniform(long lowNs, long highNs) implements Delay {
    /** Checks the range. */
    public Uniform {
      requireRange(lowNs, highNs);
    }

    @Override
    public long sampleNs(RandomGenerator random) {
      return random.nextLong(lowNs, highNs + 1);
    }

    @Override
    public double meanNs() {
      return (lowNs + highNs) / 2.0;
    }
  }

  /**
   * Lognormal, as delays of real networks are, roughly: its logarithm is normal.
   *
   * @param medianNs half of the delays are shorter, in nanoseconds
   * @param sigma the standard deviation of the logarithm, 0 to {@value #SIGMA_MAX}
   */
  record Lognormal(long medianNs, double sigma) implements Delay {
    /** Past this the mean is thousands of medians, and no experiment ends. */
    static final double SIGMA_MAX = 4;

    /** Checks the ranges. */
    public Lognormal {
      requireRange(0, medianNs);
      if (!(sigma >= 0 && sigma <= SIGMA_MAX)) {
        throw new IllegalArgumentException("sigma is 0 to " + SIGMA_MAX + ", not " + sigma);
      }
    }

    @Override
    public long sampleNs(RandomGenerator random) {
      return (long) (medianNs * Math.exp(sigma * random.nextGaussian()));
    }

    @Override
    public double meanNs() {
      return medianNs * Math.exp(sigma * sigma / 2);
    }
  }

  /** As often as a histogram has it. */
  final class Recorded implements Delay {
    /** Fine enough for a p99.9 to show. */
    private static final int QUANTILES = 10_000;

    private final String name;
    private final long[] quantilesNs;

    /**
     * A delay drawn from recorded values.
     *
     * @param name what was recorded, for messages
     * @param recorded the values, in nanoseconds; not empty
     */
    public Recorded(String name, Histogram recorded) {
      if (recorded.getTotalCount() == 0) {
        throw new IllegalArgumentException("the histogram " + name + " has no value");
      }
      this.name = name;
      this.quantilesNs = new long[QUANTILES];
      for (int i = 0; i < QUANTILES; i++) {
        quantilesNs[i] = recorded.getValueAtPercentile(100.0 * (i + 0.5) / QUANTILES);
      }
    }

    @Override
    public long sampleNs(RandomGenerator random) {
      return quantilesNs[random.nextInt(QUANTILES)];
    }

    @Override
    public double meanNs() {
      return Arrays.stream(quantilesNs).average().orElseThrow();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Recorded recorded && Arrays.equals(quantilesNs, recorded.quantilesNs);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(quantilesNs);
    }

    @Override
    public String toString() {
      return "recorded(" + name + ")";
    }
  }

  /**
   * Reads a delay: {@code 5ms}, {@code uniform(1ms, 5ms)}, {@code lognormal(5ms, 0.5)} with median
   * and sigma, or {@code recorded(FILE)} with a histogram log in nanoseconds.
   *
   * @param text the text
   * @throws IllegalArgumentException with the text and what is expected
   */
  static Delay parse(String text) {
    Matcher call =
        Pattern.compile("(\\w+)\\s*\\(\\s*([^,()]+?)\\s*(?:,\\s*([^,()]+?)\\s*)?\\)")
            .matcher(text.strip());
    try {
      if (!call.matches()) {
        return new Constant(nanos(text));
      }
      String first = call.group(2);
      String second = call.group(3);
      if (call.group(1).equals("recorded") && second == null) {
        return new Recorded(first, readHistogram(first));
      }
      if (call.group(1).equals("uniform") && second != null) {
        return new Uniform(nanos(first), nanos(second));
      }
      if (call.group(1).equals("lognormal") && second != null) {
        return new Lognormal(nanos(first), Double.parseDouble(second));
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(complaint(text) + " (" + e.getMessage() + ")", e);
    }
    throw new IllegalArgumentException(complaint(text));
  }

  private static String complaint(String text) {
    return "\""
        + text
        + "\" is not a delay; for example 5ms, uniform(1ms, 5ms), lognormal(5ms, 0.5),"
        + " recorded(FILE.hlog)";
  }

  private static long nanos(String text) {
    Duration duration = SettingType.DURATION.parse(text);
    return duration.toNanos();
  }

  private static Histogram readHistogram(String file) {
    try (HistogramLogReader reader = new HistogramLogReader(Path.of(file).toFile())) {
      Histogram sum = new Histogram(3);
      sum.setAutoResize(true);
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram) {
          sum.add(histogram);
        }
      }
      return sum;
    } catch (FileNotFoundException e) {
      throw new IllegalArgumentException("no histogram log " + file, e);
    }
  }

  private static void requireRange(long low, long high) {
    if (low < 0 || high < low) {
      throw new IllegalArgumentException(
          "a delay is 0 or more and its bounds in order, not " + low + " to " + high + " ns");
    }
  }
}
