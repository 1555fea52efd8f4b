package io.rvi.isr.node;

import io.rvi.isr.log.LogSettings;
import io.rvi.isr.protocol.ControllerConfig;
import io.rvi.isr.protocol.ReplicaConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A node's settings, resolved.
 *
 * @param replica how its replicas behave
 * @param controller how it behaves as controller
 * @param log the shape of its logs
 * @param sessionTimeout the ZooKeeper session timeout to ask for
 * @param startTimeout how long connecting to ZooKeeper and registering may take
 * @param requestDeadline how long a request may wait here before it is answered as timed out
 * @param stallMax how long an operation of the disk may take before the node leaves the cluster
 * @param recordBytesMax the largest payload of a record
 * @param bootToken a file whose content changes when unflushed bytes may have been lost; empty: the
 *     kernel's boot id
 */
public record NodeSettings(
    ReplicaConfig replica,
    ControllerConfig controller,
    LogSettings log,
    Duration sessionTimeout,
    Duration startTimeout,
    Duration requestDeadline,
    Duration stallMax,
    int recordBytesMax,
    Optional<Path> bootToken) {}
