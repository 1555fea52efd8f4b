package io.rvi.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Asks the kernel what a thread is; each test has threads of its own. */
@EnabledOnOs(OS.LINUX)
final class PromptThreadTest {
  private static final int SCHED_OTHER = 0;
  private static final int SCHED_FIFO = 1;
  private static final int POLICY = 0xff;

  @Test
  void shouldGoBeforeOrdinaryThreadsWhileItSendsAndNoLonger() throws Exception {
    boolean[] granted = {false};
    int[] policies =
        inThread(
            () -> {
              int inside;
              try (LoadClock.Promptness prompt = LoadClock.system().prompt()) {
                granted[0] = prompt.realTime();
                inside = policy();
              }
              return new int[] {inside, policy()};
            });

    assertThat(policies).containsExactly(granted[0] ? SCHED_FIFO : SCHED_OTHER, SCHED_OTHER);
  }

  @Test
  void shouldNotHandItsPriorityToThreadsThatItStarts() throws Exception {
    int child =
        inThread(
            () -> {
              try (LoadClock.Promptness prompt = LoadClock.system().prompt()) {
                assertThat(prompt).isNotNull();
                return inThread(PromptThreadTest::policy);
              }
            });

    assertThat(child).isEqualTo(SCHED_OTHER);
  }

  private static int policy() {
    Object[] callingThread = {0};
    return NativeLibrary.getInstance("c").getFunction("sched_getscheduler").invokeInt(callingThread)
        & POLICY;
  }

  private static <T> T inThread(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    new Thread(future, "prompt-thread-test").start();
    return future.get(10, TimeUnit.SECONDS);
  }
}
