package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DecisionTextTest {
  private static final List<String> WIDE =
      new DecisionText(Samples.table(Samples.row("isr", 3, 2, 2), Samples.row("raft", 3, 1, 1)))
          .lines(200);

  @Test
  void shouldShowEveryColumnWhereThereIsRoom() {
    assertThat(WIDE.get(0)).isEqualTo("PREVIEW");
    assertThat(WIDE.get(2)).contains("W theory", "W seen", "lost acked", "outage", "L theory");
    assertThat(WIDE.get(3)).contains("isr", "0.412 ms", ">= 10000 ms", "0 of 1000", "612 ms");
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 120, 140})
  void shouldFitTheTerminalAndNameWhatWasLeftOut(int width) {
    List<String> lines = new DecisionText(Samples.table(Samples.row("isr", 3, 2, 2))).lines(width);

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    assertThat(lines.get(2)).contains("p99", "W seen", "lost acked");
    if (width < 110) {
      assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("Left out for width: "));
    }
  }

  @Test
  void shouldFlagAMeasurementThatContradictsTheory() {
    List<String> lines = new DecisionText(Samples.table(Samples.row("raft", 3, 1, 0))).lines(200);

    assertThat(lines.get(3)).contains("0 (!)");
  }

  @Test
  void shouldKeepAFailedRowAndSayWhyBelow() {
    List<String> lines =
        new DecisionText(Samples.table(Samples.row("raft", 5, 2, null, "FAILED: port in use")))
            .lines(200);

    assertThat(lines.get(3)).contains("raft", "FAILED").doesNotContain("port in use");
    assertThat(lines).contains("! raft-n5-none-1024: FAILED: port in use");
  }

  @Test
  void shouldPrintNoControlCharacterOfAMark() {
    List<String> lines =
        new DecisionText(Samples.table(Samples.row("isr", 1, 0, 0, "FAILED: \u001b[31mred\nline")))
            .lines(200);

    assertThat(String.join("", lines)).doesNotContain("\u001b");
  }
}
