package io.rvi.isr.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That the tests of the protocol would notice if a rule were missing: each rule that was shown to
 * be needed is taken out of the source, and the result must be found to violate an invariant.
 */
final class MutationTest {
  private static final Mutation NONE =
      Mutation.of(
          "none",
          "",
          "the protocol as it is",
          Mutation.edit("protocol/Nonce.java", "record Nonce", "record Nonce"));
  private static final int WALKS_MAX = 20_000;

  static List<Mutation> mutations() {
    return Mutations.ALL;
  }

  static List<Mutation> mutationsOfOwnRules() {
    return Mutations.OF_OWN_RULES;
  }

  static List<Mutation> mutationsOfChecks() {
    return Mutations.OF_CHECKS;
  }

  @ParameterizedTest
  @MethodSource({"mutations", "mutationsOfOwnRules", "mutationsOfChecks"})
  void shouldFindWhatLacksARule(Mutation mutation) {
    assertThat(Mutant.of(mutation).apply(mutation.foundBy()))
        .as("%s survives: %s", mutation, mutation.foundBy())
        .isNotEmpty();
  }

  @Test
  void shouldFindNothingWhereNoRuleLacks() {
    Function<String, String> protocol = Mutant.of(NONE);

    assertThat(Mutations.ALL.stream().map(Mutation::foundBy).distinct())
        .allSatisfy(question -> assertThat(protocol.apply(question)).isEmpty());
    assertThat(Stories.names())
        .allSatisfy(name -> assertThat(protocol.apply("story " + name)).isEmpty());
  }

  @Test
  void shouldHaveEachRuleOnce() {
    assertThat(Mutations.ALL)
        .extracting(Mutation::id)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 21).mapToObj(i -> "M" + i).toList());
  }

  @Test
  void shouldSayWhenAMutationDoesNotFitTheSource() {
    Mutation stale =
        Mutation.of("M0", "", "nothing", Mutation.edit("protocol/Nonce.java", "no such", "text"));

    assertThatThrownBy(() -> Mutant.of(stale))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("M0 does not fit the source any more: protocol/Nonce.java")
        .hasMessageContaining("no such");
  }

  /** Everything that finds it; prints the row of the README's table. */
  @ParameterizedTest
  @MethodSource({"mutations", "mutationsOfOwnRules"})
  @Tag("nightly")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void shouldFindWhatLacksARuleInManyWays(Mutation mutation) {
    Function<String, String> mutant = Mutant.of(mutation);
    List<String> by = new ArrayList<>();
    Schedules.names().stream()
        .filter(name -> !mutant.apply("schedule " + name).isEmpty())
        .forEach(by::add);
    Stories.names().stream()
        .filter(name -> !mutant.apply("story " + name).isEmpty())
        .forEach(by::add);
    String walks = mutant.apply(MutantProbe.walks(1, WALKS_MAX));

    System.out.printf(
        "| %s | %s | %s | %s |%n",
        mutation.id(), mutation.rule(), String.join(", ", by), walks.replace(" walks: ", " | "));
    assertThat(walks + String.join(" ", by)).as("%s survives", mutation).isNotEmpty();
  }
}
