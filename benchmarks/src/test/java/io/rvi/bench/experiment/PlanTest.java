package io.rvi.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rvi.api.Flush;
import io.rvi.bench.lab.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Shape SHAPE =
      new Shape(
          500,
          Duration.ofSeconds(1),
          Duration.ofSeconds(6),
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          50);

  private static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int replicas : List.of(1, 2, 3, 5)) {
      for (String backend : List.of("isr", "raft")) {
        cells.add(
            new Cell(backend, replicas, Flush.NONE, 1_024, Topology.PROCESSES, Map.of(), true));
      }
    }
    return cells;
  }

  @Test
  void shouldDrawTheSameOrderFromTheSameSeedAndAnotherFromAnother() {
    List<Step> steps = Plan.of("quick", 1, 2, SHAPE, cells(), null).steps();

    assertThat(Plan.of("quick", 1, 2, SHAPE, cells(), null).steps()).isEqualTo(steps);
    assertThat(Plan.of("quick", 2, 2, SHAPE, cells(), null).steps()).isNotEqualTo(steps);
  }

  @Test
  void shouldRunEachCellOncePerRepetitionBetweenItsFloors() {
    // when
    List<Step> steps = Plan.of("quick", 1, 2, SHAPE, cells(), null).steps();

    // then floors, cells, floors of the same replica count: every different floor on both sides
    int next = 0;
    while (next < steps.size()) {
      int replicas = ((Step.FloorStep) steps.get(next)).spec().replicas();
      int floors = replicas < 3 ? 1 : 2; // below 3, both backends wait for the same followers
      List<Step> before = steps.subList(next, next + floors);
      Cell first = ((Step.CellStep) steps.get(next + floors)).cell();
      Cell second = ((Step.CellStep) steps.get(next + floors + 1)).cell();
      List<Step> after = steps.subList(next + floors + 2, next + 2 * floors + 2);
      assertThat(first.replicas()).isEqualTo(replicas).isEqualTo(second.replicas());
      assertThat(first.backend()).isNotEqualTo(second.backend());
      assertThat(before).doesNotHaveDuplicates().isEqualTo(after);
      next += 2 * floors + 2;
    }
    assertThat(steps.stream().filter(step -> step instanceof Step.CellStep))
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldPredictWritesToResumeAsTheProtocolPromises() {
    List<Prediction> predictions = Plan.of("quick", 1, 1, SHAPE, cells(), null).predictions();

    assertThat(predictions.stream().filter(prediction -> prediction.metric().equals("W")))
        .extracting(Prediction::cell, Prediction::value)
        .contains(
            org.assertj.core.groups.Tuple.tuple("isr-n5-none-1024", 4.0),
            org.assertj.core.groups.Tuple.tuple("raft-n5-none-1024", 2.0),
            org.assertj.core.groups.Tuple.tuple("raft-n2-none-1024", 0.0));
  }

  @Test
  void shouldRefuseARecordThatCannotBeToldFromOthers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Cell("isr", 1, Flush.NONE, 8, Topology.EMBEDDED, Map.of(), true))
        .withMessageContaining("recordBytes must be at least 20");
  }
}
