package io.rvi.bench.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rvi.spi.SettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FaultScheduleTest {
  private static final List<FaultSpec> MENU =
      List.of(
          new FaultSpec("kill", Map.of("aim", "leader")),
          new FaultSpec("cut", Map.of("aim", "leader", "to", "follower")),
          new FaultSpec("ring", Map.of()));

  @Test
  void shouldReadAListInTheOrderOfTime() {
    FaultSchedule schedule =
        FaultSchedule.parse(
            List.of(
                Map.of("fault", "pause", "at", "10s", "for", "2s", "aim", "follower(2)"),
                Map.of("fault", "slow-link", "at", "1s", "for", "500ms", "delay", "5ms")),
            7);

    assertThat(schedule.toText())
        .isEqualTo(
            "seed 7\n1000ms 500ms slow-link delay=5ms\n10000ms 2000ms pause aim=follower(2)\n");
    assertThat(schedule.length()).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void shouldTakeAnAbsentListForAnEmptyOne() {
    assertThat(FaultSchedule.parse(null, 1).entries()).isEmpty();
  }

  static List<Arguments> badLists() {
    return List.of(
        Arguments.of("kill", "faults", "expected a list"),
        Arguments.of(List.of("kill"), "faults[0]", "expected a map"),
        Arguments.of(one(Map.of("at", "1s", "for", "1s")), "faults[0]", "\"fault\" is missing"),
        Arguments.of(one(fault("kil")), "faults[0].fault", "did you mean kill?"),
        Arguments.of(one(Map.of("fault", "kill", "at", "1s")), "faults[0]", "\"for\" is missing"),
        Arguments.of(
            one(Map.of("fault", "kill", "at", 5, "for", "1s")), "faults[0].at", "with its unit"),
        Arguments.of(
            one(Map.of("fault", "kill", "at", "1s", "for", "1s", "am", "n1")),
            "faults[0].am",
            "did you mean a"),
        Arguments.of(
            one(Map.of("fault", "kill", "at", "1s", "for", "1s", "aim", "boss")),
            "faults[0]",
            "\"boss\" is no aim"),
        Arguments.of(
            one(Map.of("fault", "slow-link", "at", "1s", "for", "1s", "delay", "slow")),
            "faults[0]",
            "\"slow\" is not a delay"),
        Arguments.of(
            List.of(
                Map.of("fault", "kill", "at", "1s", "for", "3s"),
                Map.of("fault", "ring", "at", "2s", "for", "3s")),
            "faults",
            "is not healed when"));
  }

  @ParameterizedTest
  @MethodSource("badLists")
  void shouldNameWhatIsWrong(Object list, String key, String complaint) {
    assertThatThrownBy(() -> FaultSchedule.parse(list, 1))
        .isInstanceOfSatisfying(SettingException.class, e -> assertThat(e.key()).isEqualTo(key))
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void shouldMakeEveryKindWithoutParameters(FaultKind kind) {
    Fault fault = FaultKind.fault(new FaultSpec(kind.text(), Map.of()));

    assertThat(fault.name()).isEqualTo(kind.text());
  }

  @Test
  void shouldDrawTheSameScheduleFromTheSameSeed() {
    FaultSchedule first = FaultSchedule.random(42, MENU, 4, Duration.ofSeconds(15));
    FaultSchedule second = FaultSchedule.random(42, MENU, 4, Duration.ofSeconds(15));

    assertThat(second.toText()).isEqualTo(first.toText());
    assertThat(FaultSchedule.random(43, MENU, 4, Duration.ofSeconds(15)).toText())
        .isNotEqualTo(first.toText());
  }

  @Test
  void shouldLeaveTimeToHealAtTheEndWhateverTheSeed() {
    for (long seed = 0; seed < 1_000; seed++) {
      FaultSchedule schedule = FaultSchedule.random(seed, MENU, 4, Duration.ofSeconds(15));

      assertThat(schedule.entries()).as("seed %d", seed).hasSize(4);
      assertThat(schedule.length()).as("seed %d", seed).isLessThan(Duration.ofSeconds(12));
    }
  }

  private static List<Object> one(Object item) {
    List<Object> list = new ArrayList<>();
    list.add(item);
    return list;
  }

  private static Map<String, String> fault(String name) {
    return Map.of("fault", name, "at", "1s", "for", "1s");
  }
}
