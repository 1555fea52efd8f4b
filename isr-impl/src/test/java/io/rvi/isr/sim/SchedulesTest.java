package io.rvi.isr.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SchedulesTest {
  static List<String> names() {
    return Schedules.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldViolateUnderTheEarlierRules(String name) {
    Schedules.Outcome outcome = Schedules.run(name, true);

    assertThat(outcome.violation()).as("%s: %s", name, outcome.trace()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldHoldUnderThePresentRules(String name) {
    Schedules.Outcome outcome = Schedules.run(name, false);

    assertThat(outcome.violation()).as("%s: %s", name, outcome.trace()).isNull();
    assertThat(outcome.trace()).as("a schedule in which nothing happens").hasSizeGreaterThan(5);
  }

  @Test
  void shouldNameTheRecordThatTheEarlierDesignLoses() {
    Schedules.Outcome outcome = Schedules.run("s1", true);

    assertThat(outcome.violation())
        .isEqualTo(
            "G4 IsrCompleteness: n2/f893a2ee/2 is in sync but lacks committed records:"
                + " 2 are committed, it holds 1: [m1@1]");
  }

  @Test
  void shouldHaveAllSchedules() {
    assertThat(Schedules.names())
        .containsExactly(
            "S1", "S1b", "S2", "S2b", "S3", "S4", "S5", "S6", "S7", "S7b", "S7c", "S8a", "S8b",
            "S9");
  }

  @Test
  void shouldNameTheSchedulesThereAre() {
    assertThatThrownBy(() -> Schedules.run("S10", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("S10")
        .hasMessageContaining("S8b");
  }
}
