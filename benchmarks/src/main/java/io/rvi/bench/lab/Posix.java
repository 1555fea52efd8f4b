package io.rvi.bench.lab;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The few system calls that Java has no words for. */
final class Posix {
  private static final int O_RDONLY = 0;
  private static final int CLONE_NEWNET = 0x40000000;

  private Posix() {}

  /**
   * Sends a signal.
   *
   * @param pid to which process
   * @param signal which
   * @throws LabException when the system refuses
   */
  static void signal(long pid, Signal signal) {
    try {
      Calls.C.kill((int) pid, signal.number());
    } catch (LastErrorException e) {
      throw new LabException(
          "cannot send " + signal + " to process " + pid + ": " + e.getMessage(), e);
    }
  }

  /**
   * Whether a process is frozen by a signal.
   *
   * @param pid which process
   */
  static boolean isStopped(long pid) {
    Path stat = Path.of("/proc/" + pid + "/stat");
    try {
      String state =
          Files.exists(stat)
              ? afterName(Files.readString(stat, StandardCharsets.ISO_8859_1))
              : Commands.run("ps", "-o", "state=", "-p", Long.toString(pid)).strip();
      return state.startsWith("T");
    } catch (IOException gone) {
      return false;
    }
  }

  /** The name of a process is in parentheses and may hold any character, these included. */
  private static String afterName(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).strip();
  }

  /**
   * Makes an ioctl with one integer argument, passed by address, on a file or directory.
   *
   * @param path the file
   * @param request the request's number
   * @param argument the integer
   * @throws LabException when the system refuses
   */
  static void ioctl(String path, long request, int argument) {
    int file = -1;
    try {
      file = Calls.C.open(path, O_RDONLY);
      Calls.C.ioctl(file, request, new int[] {argument});
    } catch (LastErrorException e) {
      throw new LabException(
          "ioctl 0x" + Long.toHexString(request) + " on " + path + ": " + e.getMessage(), e);
    } finally {
      if (file >= 0) {
        Calls.C.close(file);
      }
    }
  }

  /**
   * Does something inside a network namespace: sockets that are made there belong to it for good.
   *
   * @param namespace the file that stands for it
   * @param task runs on a thread of its own, which no other task ever gets
   * @throws LabException when the namespace cannot be entered, or the task fails
   */
  static <T> T inNetwork(Path namespace, Callable<T> task) {
    FutureTask<T> entered =
        new FutureTask<>(
            () -> {
              int file = Calls.C.open(namespace.toString(), O_RDONLY);
              try {
                Calls.C.setns(file, CLONE_NEWNET);
              } finally {
                Calls.C.close(file);
              }
              return task.call();
            });
    Thread thread = new Thread(entered, "lab-in-" + namespace.getFileName());
    thread.start();
    try {
      return entered.get();
    } catch (ExecutionException e) {
      throw new LabException("in network namespace " + namespace + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted in network namespace " + namespace, e);
    }
  }

  /** The signals that are sent here. */
  enum Signal {
    /** Freezes a process. */
    STOP(19, 17),
    /** Thaws it. */
    CONT(18, 19);

    private final int linux;
    private final int mac;

    Signal(int linux, int mac) {
      this.linux = linux;
      this.mac = mac;
    }

    private int number() {
      return Platform.isMac() ? mac : linux;
    }
  }

  /** The C library; loaded at the first call, so that nothing else depends on it. */
  private static final class Calls {
    static final Calls C = new Calls();

    static {
      Native.register(Calls.class, Platform.C_LIBRARY_NAME);
    }

    native int kill(int pid, int signal) throws LastErrorException;

    native int open(String path, int flags) throws LastErrorException;

    native int ioctl(int file, long request, int[] argument) throws LastErrorException;

    native int setns(int file, int kind) throws LastErrorException;

    native int close(int file) throws LastErrorException;
  }
}
