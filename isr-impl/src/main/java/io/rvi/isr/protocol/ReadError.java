package io.rvi.isr.protocol;

/** Why a read was not served. */
public enum ReadError {
  /** It was. */
  NONE,
  /** This replica does not lead. */
  NOT_LEADER,
  /** The offset is negative or above the high watermark. */
  OFFSET_OUT_OF_RANGE,
  /** A new leader does not know yet what is committed, and the read's deadline has passed. */
  NOT_READY,
  /** Leadership could not be confirmed before the deadline (linearizable reads only). */
  NOT_CONFIRMED,
  /** Linearizable reads are refused while unclean election is allowed. */
  UNSUPPORTED,
  /** Too many reads wait already. */
  OVERLOADED,
  /** The replica's disk failed. */
  STORAGE
}
