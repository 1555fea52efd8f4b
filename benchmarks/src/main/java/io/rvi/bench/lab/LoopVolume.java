package io.rvi.bench.lab;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A small ext4 file system in a file, mounted through a loop device: a disk that can be hurt
 * without the process on it taking part.
 */
public final class LoopVolume {
  /** EXT4_IOC_SHUTDOWN, the same number as XFS_IOC_GOINGDOWN: the file system stops at once. */
  private static final long IOCTL_SHUTDOWN = 0x8004587DL;

  /** Nothing more reaches the device, not even the journal: what a power loss does. */
  private static final int NO_FLUSH = 2;

  /** The block of an ext4 of this size, or a multiple of it. */
  private static final int BLOCK_BYTES = 4_096;

  private static final String FILLER = "filler";

  private final Path image;
  private final Path mountPoint;
  private int powerLosses;

  private LoopVolume(Path image, Path mountPoint) {
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /**
   * Makes one and mounts it.
   *
   * @param mountPoint where; created when absent. The image lies beside it
   * @param sizeMiB its size; takes room only as it fills
   * @throws LabException when the host does not allow it
   */
  static LoopVolume create(Path mountPoint, int sizeMiB) {
    Path image = mountPoint.resolveSibling(mountPoint.getFileName() + ".img");
    try {
      Files.createDirectories(mountPoint);
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength((long) sizeMiB << 20);
      }
    } catch (IOException e) {
      throw new LabException("cannot create the disk image " + image + ": " + e, e);
    }
    Commands.run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
    LoopVolume volume = new LoopVolume(image, mountPoint);
    volume.writeBootToken();
    volume.mount();
    return volume;
  }

  /**
   * Why this host has no such volumes; tried out, with a mount of a few megabytes.
   *
   * @param directory where to try
   * @return empty when it has
   */
  public static Optional<String> unavailable(Path directory) {
    for (String command : new String[] {"mkfs.ext4", "mount", "umount", "fsfreeze", "fallocate"}) {
      if (!Commands.exists(command)) {
        return Optional.of(
            "the command " + command + " is missing (packages util-linux and e2fsprogs)");
      }
    }
    Path probe = directory.resolve("volume-probe-" + ProcessHandle.current().pid());
    try {
      create(probe, 8).remove();
      return Optional.empty();
    } catch (LabException e) {
      return Optional.of("loop mounts are not allowed here: " + e.getMessage());
    }
  }

  private void mount() {
    Commands.run("mount", "-o", "loop", image.toString(), mountPoint.toString());
  }

  /**
   * A file that lies beside the volume and says in which life of its machine it is: what a kernel's
   * boot id says where machines are real. Its content changes with each {@link #losePower}.
   */
  public Path bootToken() {
    return mountPoint.resolveSibling(mountPoint.getFileName() + ".boot");
  }

  private void writeBootToken() {
    try {
      Files.writeString(bootToken(), "boot-" + powerLosses + "\n", StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new LabException("cannot write " + bootToken() + ": " + e, e);
    }
  }

  /** Where it is mounted. */
  public Path mountPoint() {
    return mountPoint;
  }

  /** Freezes it: each write and sync waits, until {@link #thaw}. */
  public void freeze() {
    Commands.run("fsfreeze", "-f", mountPoint.toString());
  }

  /** Whether it is frozen: a second freeze is refused then. */
  public boolean isFrozen() {
    try {
      freeze();
    } catch (LabException frozenAlready) {
      return true;
    }
    thaw();
    return false;
  }

  /** Ends a freeze. */
  public void thaw() {
    Commands.run("fsfreeze", "-u", mountPoint.toString());
  }

  /** Fails it: from now on each write and sync ends in an input/output error. */
  public void fail() {
    Posix.ioctl(mountPoint.toString(), IOCTL_SHUTDOWN, NO_FLUSH);
  }

  /**
   * Makes a failed one good again, with what had reached the device: nobody may use it meanwhile.
   */
  public void remount() {
    Commands.run("umount", mountPoint.toString());
    mount();
  }

  /**
   * Its machine loses power and comes back: what had not reached the device is gone, and the boot
   * token is another. Nobody may use it meanwhile.
   */
  public void losePower() {
    fail();
    remount();
    powerLosses++;
    writeBootToken();
  }

  /** Fills it to the last block; reserves blocks rather than writing them, so it is quick. */
  public void fill() {
    for (long bytes = freeBytes(); bytes >= BLOCK_BYTES; bytes /= 2) {
      try {
        String filler = mountPoint.resolve(FILLER + "-" + bytes).toString();
        Commands.run("fallocate", "-l", Long.toString(bytes), filler);
      } catch (LabException tooMuch) {
        // As wanted; half as much may still fit.
      }
    }
    ByteBuffer zeros = ByteBuffer.allocate(BLOCK_BYTES);
    try (FileChannel file =
        FileChannel.open(
            mountPoint.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (true) {
        zeros.clear();
        file.write(zeros);
      }
    } catch (IOException full) {
      // As wanted.
    }
  }

  /**
   * Frees what {@link #fill} took. The room is free on the device too when this returns: a power
   * loss right after it must not bring the fillers back, and with them the full disk.
   */
  public void unfill() {
    try (DirectoryStream<Path> fillers = Files.newDirectoryStream(mountPoint, FILLER + "*");
        FileChannel directory = FileChannel.open(mountPoint)) {
      for (Path filler : fillers) {
        Files.delete(filler);
      }
      directory.force(true);
    } catch (IOException e) {
      throw new LabException("cannot free " + mountPoint + ": " + e, e);
    }
  }

  /** The bytes that can still be written. */
  public long freeBytes() {
    try {
      return Files.getFileStore(mountPoint).getUsableSpace();
    } catch (IOException e) {
      throw new LabException("cannot look at " + mountPoint + ": " + e, e);
    }
  }

  /** Unmounts and deletes it. */
  void remove() {
    Mounts.unmountAllUnder(mountPoint);
    try {
      Files.deleteIfExists(mountPoint);
      Files.deleteIfExists(image);
      Files.deleteIfExists(bootToken());
    } catch (IOException e) {
      throw new LabException("cannot delete " + image + ": " + e, e);
    }
  }
}
