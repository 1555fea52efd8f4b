package io.rvi.isr.coordination;

import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.data.Stat;

/**
 * A znode as it was read.
 *
 * @param path its path
 * @param text its content, UTF-8
 * @param version how often its content was set since it was created, 0 or more
 * @param czxid the transaction that created it
 * @param mzxid the transaction that last changed it, at least {@code czxid}
 * @param owner the session that an ephemeral znode belongs to; 0 for a persistent one
 */
record ZNode(String path, String text, int version, long czxid, long mzxid, long owner) {
  static ZNode of(String path, byte[] data, Stat stat) {
    return new ZNode(
        path,
        new String(data, StandardCharsets.UTF_8),
        stat.getVersion(),
        stat.getCzxid(),
        stat.getMzxid(),
        stat.getEphemeralOwner());
  }
}
