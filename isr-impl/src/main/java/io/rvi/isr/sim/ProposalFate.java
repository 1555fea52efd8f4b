package io.rvi.isr.sim;

/** What becomes of a leader's proposal. */
enum ProposalFate {
  /** It is applied, and the leader hears so. */
  APPLIED,
  /** It is applied, the answer is on its way. */
  APPLIED_UNHEARD,
  /** It is applied, the answer is lost. */
  APPLIED_LOST,
  /** It is on its way. */
  UNDER_WAY
}
