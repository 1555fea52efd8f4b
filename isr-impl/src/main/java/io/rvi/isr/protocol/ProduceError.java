package io.rvi.isr.protocol;

/** Why an append was not acknowledged, and whether its records may be in the log. */
public enum ProduceError {
  /** It was acknowledged. */
  NONE(true),
  /** This replica does not lead, or does not serve yet. Nothing was appended. */
  NOT_LEADER(true),
  /** The in-sync set is smaller than {@code min.insync.replicas}. Nothing was appended. */
  NOT_ENOUGH_REPLICAS(true),
  /** Too many appends wait already. Nothing was appended. */
  OVERLOADED(true),
  /** The sequence number leaves a gap after the producer's last one. Nothing was appended. */
  OUT_OF_ORDER_SEQUENCE(true),
  /** A newer epoch of the producer was seen. Nothing was appended by this request. */
  FENCED_PRODUCER(true),
  /** The records are in the log, but so old that their offset is not remembered. */
  DUPLICATE_FORGOTTEN(false),
  /** Leadership moved while the append waited. It may be committed, now or later, or never. */
  EPOCH_CHANGED(false),
  /** The append's deadline passed while it waited. It may be committed later, or never. */
  TIMED_OUT(false),
  /** The replica's disk failed while the append waited. */
  STORAGE(false);

  private final boolean outcomeKnown;

  ProduceError(boolean outcomeKnown) {
    this.outcomeKnown = outcomeKnown;
  }

  /** Whether the request certainly appended nothing ({@code NONE}: certainly committed). */
  public boolean outcomeKnown() {
    return outcomeKnown;
  }
}
