package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import java.time.Duration;

/**
 * Creates a topic of one partition on a cluster that has just started. Its nodes may still be
 * finding each other, which on a busy machine takes longer than one request's deadline; asking
 * again is harmless.
 */
public final class TopicCreation {
  /** Beyond it a cluster has not merely started slowly. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private TopicCreation() {}

  /**
   * Creates a topic and returns when it has a leader.
   *
   * @param client asks for it
   * @param topic its name
   * @param replicas of its partition
   * @throws TrialException with the last failure, when it did not come about in time
   * @throws InterruptedException when the thread is interrupted
   */
  public static void await(LogClient client, String topic, int replicas)
      throws TrialException, InterruptedException {
    long endNs = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        Waiting.result(client.createTopic(topic, 1, replicas), PATIENCE, "creating topic " + topic);
        return;
      } catch (TrialException e) {
        if (System.nanoTime() >= endNs) {
          throw e;
        }
      }
    }
  }
}
