package io.rvi.isr.node;

import io.rvi.isr.wire.Connection;

/**
 * Who waits for an answer.
 *
 * @param connection where the request came from
 * @param correlation what it is called there
 */
record Asker(Connection connection, int correlation) {}
