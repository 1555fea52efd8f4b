package io.rvi.isr.node;

import java.util.UUID;

/**
 * A partition by its topic's identity, as messages name it.
 *
 * @param topicId the topic
 * @param partition 0 or more
 */
record ReplicaKey(UUID topicId, int partition) {}
