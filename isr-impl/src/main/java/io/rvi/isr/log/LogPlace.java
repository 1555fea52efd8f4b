package io.rvi.isr.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * Where a log lies and on which threads it works.
 *
 * @param disk beneath it
 * @param directory of this log alone
 * @param settings the shape of its files
 * @param owner runs a task on the owner's thread
 * @param pool runs tasks that block on the disk; two threads or more, shared by all logs
 */
public record LogPlace(
    Disk disk, Path directory, LogSettings settings, Executor owner, Executor pool) {

  /** The failure of an operation on the log here. */
  LogFailure failure(String what, IOException cause) {
    return cause instanceof LogFailure already
        ? already
        : new LogFailure(
            LogFailure.Kind.DISK,
            "cannot " + what + " the log in " + directory + ": " + cause,
            cause);
  }
}
