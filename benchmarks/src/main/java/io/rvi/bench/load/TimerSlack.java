package io.rvi.bench.load;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much later than asked the kernel may wake a sleeping thread. Linux gives ordinary threads 50
 * microseconds, which a latency of 100 would show as lateness of the sender; a sender asks for the
 * least there is (prctl(2), PR_SET_TIMERSLACK). Elsewhere nothing is done, and the lateness
 * histogram says what that costs.
 */
final class TimerSlack {
  private static final Logger LOG = LoggerFactory.getLogger(TimerSlack.class);
  private static final int PR_SET_TIMERSLACK = 29;

  private TimerSlack() {}

  /** Asks for the least slack, for the calling thread and for its lifetime. */
  static void least() {
    if (!Platform.isLinux()) {
      return;
    }
    try {
      Function prctl = NativeLibrary.getInstance("c").getFunction("prctl");
      prctl.invokeInt(new Object[] {PR_SET_TIMERSLACK, 1L, 0L, 0L, 0L});
    } catch (UnsatisfiedLinkError e) {
      // The figures say it too: lateness is recorded for each operation.
      LOG.info("the sender keeps its timer slack: {}", e.getMessage());
    }
  }
}
