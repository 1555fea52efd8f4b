package io.rvi.isr.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Moves damaged files of a log aside, as evidence, and keeps the intact records before them. */
final class SetAside {
  private static final String SUFFIX = ".damaged";
  private static final int COPY_BYTES = 1 << 20;

  private SetAside() {}

  /** Ends the chain at the damage; the files from there on stay beside it under another name. */
  static void move(Disk disk, Path directory, SegmentChain chain, Damage damage)
      throws IOException {
    for (String name : disk.list(directory)) {
      boolean later =
          name.endsWith(Segment.SUFFIX)
              && name.compareTo(Segment.fileName(damage.offset(), Segment.SUFFIX)) > 0;
      if (later) {
        disk.replace(directory.resolve(name), directory.resolve(name + SUFFIX));
      }
    }
    Segment last = chain.active();
    copy(last.file(), disk, last.path().resolveSibling(last.path().getFileName() + SUFFIX));
    last.truncate(last.bytes(), last.endOffset());
    last.force();
    disk.forceDirectory(directory);
  }

  private static void copy(DiskFile source, Disk disk, Path target) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(COPY_BYTES);
    try (DiskFile out = disk.open(target)) {
      out.truncate(0);
      for (long at = 0; source.read(buffer.clear(), at) > 0; at += buffer.limit()) {
        out.write(buffer.flip(), at);
      }
      out.force();
    }
  }
}
