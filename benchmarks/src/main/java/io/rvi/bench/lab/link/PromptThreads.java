package io.rvi.bench.lab.link;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;

/**
 * Makes the daemon threads of event loops, with the least timer slack: by default Linux may wake a
 * thread 50 microseconds late, which would be added to each delay (prctl(2), PR_SET_TIMERSLACK).
 */
final class PromptThreads implements ThreadFactory {
  private static final System.Logger LOGGER = System.getLogger(PromptThreads.class.getName());
  private static final int PR_SET_TIMERSLACK = 29;
  private static final long LEAST_NS = 1;

  private final ThreadFactory threads = new DefaultThreadFactory("lab-link", true);

  @Override
  public Thread newThread(Runnable body) {
    return threads.newThread(
        () -> {
          leastSlack();
          body.run();
        });
  }

  private static void leastSlack() {
    if (!Platform.isLinux()) {
      return;
    }
    try {
      Function prctl = NativeLibrary.getInstance("c").getFunction("prctl");
      prctl.invokeInt(new Object[] {PR_SET_TIMERSLACK, LEAST_NS, 0L, 0L, 0L});
    } catch (UnsatisfiedLinkError e) {
      LOGGER.log(System.Logger.Level.INFO, "links keep their timer slack: {0}", e.getMessage());
    }
  }
}
