package io.rvi.bench.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * What a run says of the claims that people make about the two ways to replicate. A claim that no
 * data of the run can judge is not run; one whose data do not decide it is inconclusive. Nothing is
 * confirmed by the absence of trials.
 *
 * @param claims all that this version knows, by id
 */
public record Claims(List<Claim> claims) {
  /**
   * Claims that need hiccups of one follower or all, slow disks or other settings than runs make.
   */
  private static final List<String> NOT_IN_THIS_VERSION =
      List.of("C22", "C23", "C24", "C38", "C39");

  /** Copies the list. */
  public Claims {
    claims = List.copyOf(claims);
  }

  /** What became of a claim. */
  public enum Status {
    /** The data agree, in every trial where the claim is about every trial. */
    CONFIRMED,
    /** The data contradict it. */
    REFUTED,
    /** There are data, and they decide nothing. */
    INCONCLUSIVE,
    /** The run has no data on it. */
    NOT_RUN
  }

  /**
   * One claim.
   *
   * @param id as in C01
   * @param claim in words
   * @param status what became of it
   * @param expected what theory says should be seen
   * @param seen what was seen, with its numbers
   * @param trials how many trials that rests on
   * @param data the derived files that hold them
   */
  public record Claim(
      String id,
      String claim,
      Status status,
      String expected,
      String seen,
      int trials,
      List<String> data) {
    /** Copies the list. */
    public Claim {
      data = List.copyOf(data);
    }

    static Claim notRun(String id, String claim, String why) {
      return new Claim(id, claim, Status.NOT_RUN, "", why, 0, List.of());
    }
  }

  /**
   * Judges the claims of a run.
   *
   * @param plan what was to be run
   * @param findings what it showed, possibly of a part
   */
  public static Claims of(Plan plan, Findings findings) {
    List<Claim> claims = new ArrayList<>();
    claims.addAll(new ToleranceClaims(plan, findings).judge());
    claims.addAll(new OutageClaims(plan, findings).judge());
    claims.addAll(new SlowClaims(plan, findings).judge());
    claims.addAll(new DurabilityClaims(plan, findings).judge());
    claims.addAll(new LinkClaims(plan, findings).judge());
    for (String id : NOT_IN_THIS_VERSION) {
      claims.add(Claim.notRun(id, "", "no experiment of this version is about it"));
    }
    claims.sort((one, other) -> one.id().compareTo(other.id()));
    return new Claims(claims);
  }
}
