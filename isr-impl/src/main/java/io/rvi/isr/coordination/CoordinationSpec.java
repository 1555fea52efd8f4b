package io.rvi.isr.coordination;

import io.rvi.api.NodeId;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who takes part in which cluster, and how.
 *
 * @param connectString where the ensemble is; nothing else is dialled
 * @param cluster the cluster's name
 * @param clusterId the cluster id that the data directory holds, or null for a new directory
 * @param node who this is
 * @param storageId the identity of its storage, which this process has locked
 * @param cleanStop whether the last process on this storage stopped in order
 * @param sessionTimeout the session timeout to ask for; a longer one is refused
 * @param startTimeout how long connecting and registering may take
 */
public record CoordinationSpec(
    String connectString,
    String cluster,
    @Nullable UUID clusterId,
    NodeId node,
    UUID storageId,
    boolean cleanStop,
    Duration sessionTimeout,
    Duration startTimeout) {
  /** Checks the components. */
  public CoordinationSpec {
    Objects.requireNonNull(connectString, "connectString");
    if (sessionTimeout.toMillis() < 1 || startTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "timeouts are 1 ms or more, not " + sessionTimeout + " and " + startTimeout);
    }
  }
}
