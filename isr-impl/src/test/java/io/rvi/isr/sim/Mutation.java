package io.rvi.isr.sim;

import java.util.List;

/**
 * One rule of the protocol taken away, by small changes of its source.
 *
 * @param id its number in the list of rules that were shown to be needed
 * @param foundBy the quickest question to a {@link MutantProbe} that finds it
 * @param rule what is done otherwise
 * @param edits the changes
 */
record Mutation(String id, String foundBy, String rule, List<Edit> edits) {
  /**
   * A change of one file.
   *
   * @param file below the module's packages, such as {@code protocol/LeaderState.java}
   * @param find what is there, exactly once
   * @param replace what is there instead
   */
  record Edit(String file, String find, String replace) {}

  static Mutation of(String id, String foundBy, String rule, Edit... edits) {
    return new Mutation(id, foundBy, rule, List.of(edits));
  }

  static Edit edit(String file, String find, String replace) {
    return new Edit(file, find, replace);
  }

  @Override
  public String toString() {
    return id + " " + rule;
  }
}
