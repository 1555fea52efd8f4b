package io.rvi.spi;

/** An outside service that a cluster may need. */
public enum Service {
  /** A ZooKeeper ensemble, given by its connect string. */
  ZOOKEEPER
}
