package io.rvi.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rvi.bench.experiment.Findings;
import io.rvi.bench.experiment.Plan;
import io.rvi.bench.experiment.RateFinding;
import io.rvi.bench.result.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RawCheckTest {
  private static final String PLACE = "raw/isr-n2-none-1024/f00/";

  private static final String OLD_PLAN =
      """
      {"name": "old", "seed": 1, "repetitions": 1, "cells": [], "outages": null, "steps": [],
        "shape": {"ratePerSecond": 500.0, "warmUp": "PT3S", "measured": "PT6S",
          "saturation": "PT2S", "resumeMax": "PT5S", "lossRecords": 50}}
      """;

  @TempDir Path temp;

  private Bundle bundle;
  private String findings;

  @BeforeEach
  void write() throws IOException {
    bundle = SampleRun.write(temp, 1);
    findings = bundle.read(RunJson.FINDINGS_PATH);
  }

  private List<String> check(String text) throws IOException {
    Plan plan = RunJson.plan(bundle.read(RunJson.PLAN_PATH));
    Findings found = RunJson.findings(text);
    return new RawCheck(bundle.directory(), plan).verify(found);
  }

  @Test
  void shouldFindNothingWhereFindingsFollowFromRawFiles() throws IOException {
    assertThat(check(findings)).isEmpty();
  }

  @Test
  void shouldNameTheFileThatASendersLatenessDoesNotFollowFrom() throws IOException {
    String changed = findings.replaceFirst("(\"latenessP99Ns\" : \\d+)", "$10");

    assertThat(check(changed))
        .containsExactly(
            PLACE + "latency.csv.gz: the sender's lateness of raw/findings.json is not this");
  }

  @Test
  void shouldNotBelieveThatALateSenderWasNotLate() throws IOException {
    String changed = findings.replaceFirst("\"senderLate\" : false", "\"senderLate\" : true");

    assertThat(check(changed)).singleElement().asString().contains("the sender's lateness");
  }

  @Test
  void shouldNameTheLogThatPausesDoNotFollowFrom() throws IOException {
    String changed = findings.replaceFirst("\"stoppedNs\" : 70000", "\"stoppedNs\" : 7");

    assertThat(check(changed))
        .containsExactly(PLACE + "n1.gc.log: pauses of raw/findings.json are not these");
  }

  @Test
  void shouldReadEachOfferedRateOffItsOperationsAgain() throws IOException {
    String rungs = findings.substring(findings.indexOf("\"rate\" : ["));
    String before = findings.substring(0, findings.length() - rungs.length());
    String place = "raw/rate-isr-n3-none-1024/f00/rung-500.";

    assertThat(check(before + rungs.replaceFirst("\"valueNs\" : ", "\"valueNs\" : 1")))
        .containsExactly(place + "csv.gz: quantile 0.5 of raw/findings.json is not this");
    assertThat(check(before + rungs.replaceFirst("(\"achievedPerSecond\" : )", "$11")))
        .containsExactly(place + "csv.gz: the rate achieved by raw/findings.json is not this");
    assertThat(check(before + rungs.replaceFirst("\"saturated\" : false", "\"saturated\" : true")))
        .containsExactly(place + "csv.gz: the rate achieved by raw/findings.json is not this");
    assertThat(check(before + rungs.replaceFirst("\"stoppedNs\" : 70000", "\"stoppedNs\" : 7")))
        .containsExactly(place + "n1.gc.log: pauses of raw/findings.json are not these");

    assertThat(check(before + rungs.replaceFirst("(\"COMMITTED\" : )", "$11")))
        .containsExactly(place + "csv.gz: committed of raw/findings.json are not so many");
    String carried = rungs.replaceFirst("(\"p999\" : [^}]*\"carried\" : )false", "$1true");
    assertThat(check(before + carried))
        .containsExactly(place + "csv.gz: which percentiles raw/findings.json has is not by this");

    Files.delete(bundle.directory().resolve(place + "csv.gz"));
    assertThat(check(findings)).singleElement().asString().startsWith(place + "csv.gz: cannot be");
  }

  @Test
  void shouldAskWhetherEachRateWasTheNextOfItsClimb() throws IOException {
    Plan plan = RunJson.plan(bundle.read(RunJson.PLAN_PATH));
    Findings found = RunJson.findings(findings);
    RateFinding climb = found.rate().get(0);
    List<RateFinding.Rung> rungs = climb.rungs();
    // The one that was missed, without which the one below would be sustained at the least.
    List<RateFinding.Rung> left = new ArrayList<>(rungs);
    left.removeIf(rung -> rung.rate() == 4_000);

    assertThat(verify(plan, climb)).isEmpty();
    for (RateFinding wrong :
        List.of(
            with(climb, left, null),
            with(climb, rungs.subList(0, 2), null),
            with(climb, rungs.subList(1, rungs.size()), "a node died"))) {
      assertThat(verify(plan, wrong))
          .containsExactly(
              climb.raw() + ": the rates of raw/findings.json are not those of a climb");
    }
    assertThat(verify(plan, with(climb, rungs.subList(0, 2), "a node died"))).isEmpty();
  }

  private static RateFinding with(
      RateFinding climb, List<RateFinding.Rung> rungs, @Nullable String failure) {
    return new RateFinding(climb.cell(), climb.fork(), rungs, failure);
  }

  private List<String> verify(Plan plan, RateFinding climb) {
    Findings only =
        new Findings(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(climb), true);
    return new RawCheck(bundle.directory(), plan).verify(only);
  }

  @Test
  void shouldReadABundleThatIsOlderThanOfferedRates() {
    String old = "{\"cells\":[],\"floors\":[],\"complete\":true}";

    assertThat(RunJson.findings(old).rate()).isEmpty();
    assertThat(RunJson.plan(OLD_PLAN).rate()).isNull();
  }

  @Test
  void shouldNameAPauseLogThatIsGone() throws IOException {
    Files.delete(bundle.directory().resolve(PLACE + "n1.gc.log"));

    assertThat(check(findings)).singleElement().asString().startsWith(PLACE + "n1.gc.log");
  }
}
