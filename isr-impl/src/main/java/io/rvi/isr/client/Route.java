package io.rvi.isr.client;

import io.rvi.isr.wire.Link;
import java.util.UUID;

/**
 * Where a partition's leader is, as the client knows.
 *
 * @param topicId the topic's identity
 * @param leader the link to the leader
 * @param epoch the leader's epoch
 */
record Route(UUID topicId, Link leader, long epoch) {}
