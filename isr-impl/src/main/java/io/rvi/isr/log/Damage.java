package io.rvi.isr.log;

import java.nio.file.Path;

/**
 * The first place in a log that is not what was written there and that no crash explains. The
 * records before it are intact.
 *
 * @param file the file
 * @param position index in the file, 0 or more
 * @param offset the offset of the first record that is damaged or missing
 * @param what what is wrong, as the end of a sentence
 */
public record Damage(Path file, long position, long offset, String what) {
  @Override
  public String toString() {
    return file + " is damaged at byte " + position + " (offset " + offset + "): " + what;
  }
}
