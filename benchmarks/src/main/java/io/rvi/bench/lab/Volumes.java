package io.rvi.bench.lab;

/** What the nodes' data directories lie on. */
public enum Volumes {
  /** Directories of the host's file system. */
  DIRECTORIES,
  /**
   * Each node has a small ext4 file system of its own, in a file, mounted through a loop device:
   * disks can be stalled, failed, filled and lose power. Needs root and loop devices.
   */
  LOOP_MOUNTS
}
