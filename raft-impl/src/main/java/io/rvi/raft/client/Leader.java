package io.rvi.raft.client;

import io.rvi.api.NodeId;

/**
 * A node that said that it leads a group and is ready.
 *
 * @param node where
 * @param term in which term
 * @param highWatermark its high watermark when it said so
 */
record Leader(NodeId node, long term, long highWatermark) {
  boolean isSameAs(Leader other) {
    return node.equals(other.node) && term == other.term;
  }
}
