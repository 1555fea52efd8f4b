package io.rvi.isr.coordination;

import io.rvi.spi.StartException;
import org.apache.zookeeper.ZooKeeper;

/**
 * A ZooKeeper session as of its latest (re)connect. Requests go to the handle itself, so that each
 * has one outcome in one known session; a closed handle answers them as lost.
 *
 * @param handle the handle of this session
 * @param id the session's id; the owner of its ephemeral znodes
 * @param timeoutMs the session timeout that the server granted
 */
record Session(ZooKeeper handle, long id, int timeoutMs) {
  /** Why a session that is longer than asked is of no use: it would expire too late. */
  StartException tooLong(CoordinationSpec spec) {
    return new StartException(
        StartException.Kind.SERVICE,
        "ZooKeeper at "
            + spec.connectString()
            + " grants no session timeout below "
            + timeoutMs
            + "ms, and "
            + spec.sessionTimeout().toMillis()
            + "ms was asked: lower its tickTime or minSessionTimeout, or raise failureDetection or"
            + " zookeeper.session.timeout",
        null);
  }

  @Override
  public String toString() {
    return "0x" + Long.toHexString(id);
  }
}
