package io.rvi.raft.config;

import io.rvi.spi.CommonSettings;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of this backend: the common ones, and Ratis's own keys under their upstream names.
 * Defaults are this backend's, not upstream's. Keys whose default is derived say from what; their
 * default text is the derived value at the defaults of the common settings and three nodes.
 *
 * <p>Keys that decide what an acknowledgement means are not offered, since a common setting decides
 * it: {@code unsafe-flush} and {@code async-flush} ({@code flush}), the read option, the corruption
 * policy.
 */
public final class RaftSettings {
  static final Setting<Duration> TIMEOUT_MIN =
      duration(
          "raft.server.rpc.timeout.min",
          "306ms",
          "Shortest election timeout; derived from failureDetection. Too small: elections without"
              + " need.");
  static final Setting<Duration> TIMEOUT_MAX =
      duration(
          "raft.server.rpc.timeout.max",
          "612ms",
          "Longest election timeout; derived from failureDetection as twice the shortest.");
  static final Setting<Duration> REQUEST_TIMEOUT =
      duration(
          "raft.server.rpc.request.timeout",
          "612ms",
          "How long a server waits for a peer's answer; derived as the longest election timeout."
              + " Too long: slow healing after a partition.");
  static final Setting<Duration> STEP_DOWN_WAIT =
      duration(
          "raft.server.leaderelection.leader.step-down.wait-time",
          "612ms",
          "How long a leader that lost its majority may not campaign; derived as the longest"
              + " election timeout. Upstream's 10 s can leave a group without a leader that long.");
  static final Setting<Duration> SLEEP_DEVIATION =
      duration(
          "raft.server.sleep.deviation.threshold",
          "612ms",
          "A follower that overslept by more skips that election; derived as the longest election"
              + " timeout.");
  static final Setting<Duration> CLIENT_REQUEST_TIMEOUT =
      duration(
          "raft.client.rpc.request.timeout",
          "2000ms",
          "How long a client waits for one attempt before it sends again; derived as the greater of"
              + " 2 s and four times failureDetection. Sending again is safe at any time.");
  static final Setting<Integer> FORCE_SYNC_NUM =
      count(
          "raft.server.log.force.sync.num",
          "4096",
          "Entries after which an fsync is forced; 1 in flush class each. Group commit happens"
              + " below it whenever the queue is empty.");
  static final Setting<Integer> APPENDER_BYTES =
      bytes(
          "raft.server.log.appender.buffer.byte-limit",
          "2MiB",
          "Bytes of one message to a follower, so the largest entry; derived from record.bytes.max"
              + " and batchBytes.");
  static final Setting<Integer> WRITE_BUFFER_BYTES =
      bytes(
          "raft.server.log.write.buffer.size",
          "2112KiB",
          "Direct memory of each group's log writer; derived as a little more than the largest"
              + " entry.");
  static final Setting<Integer> MESSAGE_BYTES_MAX =
      bytes(
          "raft.grpc.message.size.max",
          "64MiB",
          "Largest gRPC message; must exceed the appender's by 1 MiB.");

  /** Keys passed on as they are. */
  private static final List<Setting<?>> PLAIN =
      List.of(
          flag(
              "raft.server.log.log-metadata.enabled",
              "false",
              "Upstream's true writes, fsyncs and replicates one more entry for each commit."),
          flag(
              "raft.server.log.append-entries.compose.enabled",
              "false",
              "Upstream's true adds two thread hops to each append on a follower."),
          flag(
              "raft.server.log.read.lock.enabled",
              "false",
              "Upstream's true makes senders contend with appends for the log's lock."),
          duration(
              "raft.server.log.appender.wait-time.min",
              "1ms",
              "Least time between two messages to one follower; 0ms: lower latency, lower peak."),
          text(
              "raft.server.log.appender.retry.policy",
              "1ms,10,100ms,100000",
              "Sleep and count pairs after failed sends. Upstream's backs off to 5 s: slow healing,"
                  + " and a wiped follower never comes back."),
          count(
              "raft.server.log.queue.element-limit",
              "16384",
              "Entries waiting for the log writer; when full, appends wait under the group's lock."),
          bytes("raft.server.log.queue.byte-limit", "64MiB", "Bytes waiting for the log writer."),
          count(
              "raft.server.write.element-limit",
              "16384",
              "Requests a leader holds; more are refused and sent again by the client."),
          bytes("raft.server.write.byte-limit", "64MiB", "Bytes of requests that a leader holds."),
          bytes(
              "raft.server.log.segment.size.max",
              "32MiB",
              "Size of a log file; a cold read loads a whole one."),
          bytes(
              "raft.server.log.preallocated.size",
              "4MiB",
              "Zeros written ahead in a log file; 0B: none."),
          count(
              "raft.server.log.segment.cache.num.max",
              "2",
              "Closed log files of a group held in memory."),
          bytes(
              "raft.server.log.segment.cache.size.max",
              "64MiB",
              "Bytes of closed log files of a group held in memory."),
          duration(
              "raft.server.rpc.first-election.timeout.min",
              "150ms",
              "Shortest election timeout right after a start."),
          duration(
              "raft.server.rpc.first-election.timeout.max",
              "300ms",
              "Longest election timeout right after a start."),
          duration(
              "raft.server.rpc.slowness.timeout",
              "60000ms",
              "After how long a silent follower counts as slow."),
          flag(
              "raft.server.leaderelection.pre-vote",
              "true",
              "Ask before campaigning, so that an isolated node does not raise the term."),
          duration(
              "raft.server.close.threshold",
              "3600000ms",
              "A server closes itself after a pause of this process longer than this; upstream's"
                  + " 60 s turns a paused replica into a dead one."),
          duration(
              "raft.server.retrycache.expirytime",
              "5000ms",
              "How long Ratis remembers replies. The producer table recognises batches sent again"
                  + " for as long as they can come, so this only costs memory."),
          count(
              "raft.grpc.server.leader.outstanding.appends.max",
              "8",
              "Messages under way to one follower."),
          flag(
              "raft.grpc.server.heartbeat.channel",
              "true",
              "Heartbeats over a connection of their own."),
          bytes("raft.grpc.flow.control.window", "1MiB", "gRPC flow control window."));

  private static final List<Setting<?>> DERIVED =
      List.of(
          TIMEOUT_MIN,
          TIMEOUT_MAX,
          REQUEST_TIMEOUT,
          STEP_DOWN_WAIT,
          SLEEP_DEVIATION,
          CLIENT_REQUEST_TIMEOUT,
          FORCE_SYNC_NUM,
          APPENDER_BYTES,
          WRITE_BUFFER_BYTES,
          MESSAGE_BYTES_MAX);

  private RaftSettings() {}

  /** Every key, each once. */
  public static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>(CommonSettings.all());
    all.addAll(DERIVED);
    all.addAll(PLAIN);
    return List.copyOf(all);
  }

  /** The keys that go to Ratis as they are. */
  static List<Setting<?>> plain() {
    return PLAIN;
  }

  private static String positive(int value) {
    return value < 1 ? "must be 1 or more" : "";
  }

  private static Setting<Duration> duration(String key, String value, String meaning) {
    return Setting.of(key, SettingType.DURATION, value, meaning);
  }

  private static Setting<Integer> bytes(String key, String value, String meaning) {
    return Setting.of(key, SettingType.BYTES, value, meaning);
  }

  private static Setting<Integer> count(String key, String value, String meaning) {
    return new Setting<>(key, SettingType.INT, value, meaning, RaftSettings::positive);
  }

  private static Setting<Boolean> flag(String key, String value, String meaning) {
    return Setting.of(key, SettingType.BOOLEAN, value, meaning);
  }

  private static Setting<String> text(String key, String value, String meaning) {
    return Setting.of(key, SettingType.TEXT, value, meaning);
  }
}
