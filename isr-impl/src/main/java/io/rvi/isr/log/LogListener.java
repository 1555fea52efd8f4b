package io.rvi.isr.log;

/** Learns what becomes of a log's background work. Called on the log's owner thread. */
public interface LogListener {
  /**
   * Everything before an offset is durable.
   *
   * @param durableOffset grows from call to call, but for truncations in between
   */
  void flushed(long durableOffset);

  /**
   * A write or flush failed: the log is failed for good (rule R16).
   *
   * @param failure what failed; called once
   */
  void failed(LogFailure failure);
}
