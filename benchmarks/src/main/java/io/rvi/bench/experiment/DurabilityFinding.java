package io.rvi.bench.experiment;

import io.rvi.api.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one durability trial showed.
 *
 * @param cell the cell's name
 * @param event what happened
 * @param fork which trial of the event in the cell, from 0
 * @param seed of every choice in it
 * @param trial what it showed; null when it failed
 * @param failure why it shows nothing, one line; null when it does
 */
public record DurabilityFinding(
    String cell,
    DurabilityEvent event,
    int fork,
    long seed,
    @Nullable Trial trial,
    @Nullable String failure) {
  /** The directory of its raw files, under {@code raw/}. */
  public String directory() {
    return Step.DurabilityStep.name(cell, event);
  }

  /**
   * A trial that was carried through. Lost and unavailable are apart: a lost record is nowhere, or
   * was replaced; an unavailable one was not served when the trial ended and is on some disk.
   *
   * @param acknowledging the replicas that were up when the last records were acknowledged, their
   *     leader first
   * @param victims who lost power, or died where nobody did
   * @param proofs how it is known that each fault landed
   * @param acked records acknowledged, those after the restarts among them
   * @param heldByVictims how many of these each victim's disk held afterwards, before anybody
   *     started; -1 where its log could not be read
   * @param servedWithoutRest whether appends were acknowledged before the last replicas came back;
   *     null where all came back at once
   * @param served whether the log was read to its end when all had come back
   * @param outageMs from the fault, the restarts among it, to the first acknowledgement; null when
   *     there was none in time
   * @param audit the checker's verdict
   * @param countedLost acknowledged records that were found missing by comparing payloads, apart
   *     from the checker
   * @param nodesCountLost the records that replicas said they cut though they knew that they were
   *     committed; null where no unclean election is allowed, and where nodes keep no log of their
   *     own
   * @param nodesCountCut the records that they said they cut, those among them: no more than these
   *     are lost; null likewise
   * @param remarks what else was seen, such as a replica that refused to start
   */
  public record Trial(
      List<NodeId> acknowledging,
      List<NodeId> victims,
      List<String> proofs,
      long acked,
      Map<String, Long> heldByVictims,
      @Nullable Boolean servedWithoutRest,
      boolean served,
      @Nullable Long outageMs,
      AckAudit audit,
      long countedLost,
      @Nullable Long nodesCountLost,
      @Nullable Long nodesCountCut,
      List<String> remarks) {
    private static final Set<String> OF_LOSS = Set.of("LOST", "DIVERGED");

    /** Copies the collections. */
    public Trial {
      acknowledging = List.copyOf(acknowledging);
      victims = List.copyOf(victims);
      proofs = List.copyOf(proofs);
      heldByVictims = Map.copyOf(heldByVictims);
      remarks = List.copyOf(remarks);
    }

    /** Whether checker, the count of payloads and, where they say anything, nodes agree. */
    public boolean countsAgree() {
      boolean nodesAgree =
          nodesCountLost == null
              || nodesCountCut == null
              || (nodesCountLost <= countedLost && countedLost <= nodesCountCut);
      return audit.lost() == countedLost && nodesAgree;
    }

    /**
     * Whether the checker found anything broken that a loss does not bring about: a log that lost
     * its end uses the lost records' offsets again, so that acknowledgements disagree on them.
     */
    boolean isBrokenBeyondLoss() {
      return audit.violations().keySet().stream().anyMatch(kind -> !OF_LOSS.contains(kind));
    }
  }
}
