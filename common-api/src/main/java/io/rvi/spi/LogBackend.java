package io.rvi.spi;

import io.rvi.api.ErrorCode;
import io.rvi.api.LogClient;
import io.rvi.api.RequestFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A way to replicate a log. Implementations have a public constructor without arguments, hold no
 * state that outlives their nodes and clients, and name themselves in {@code META-INF/services}.
 */
public interface LogBackend {
  /** The name that configuration uses: lower-case letters and digits, such as {@code isr}. */
  String name();

  /** What it can do beyond appending and reading committed records. */
  Set<Capability> capabilities();

  /** Every key it takes, those of {@link CommonSettings} included, each once. */
  List<Setting<?>> settings();

  /**
   * What the given settings come to, in words that all backends share. A backend that has keys of
   * its own which change an item, or that knows more items, overrides this.
   *
   * @param settings resolved settings of this backend
   * @return text by item; an item that is not in it is stated by nobody
   * @throws SettingException when two settings contradict each other
   */
  default Map<ParityItem, String> effective(Settings settings) {
    return ParityItem.ofCommon(settings);
  }

  /** The outside services that a cluster of it needs. */
  Set<Service> services();

  /**
   * Starts a node and returns when it serves requests; it may not have found its peers yet.
   *
   * @param spec who it is, where its data lies and whom it talks to
   * @throws StartException when it can't start, naming the port, path, service or key at fault;
   *     nothing of it is left running
   */
  LogNode startNode(NodeSpec spec) throws StartException;

  /**
   * Creates a client. Returns at once; an unreachable cluster shows in the first operation.
   *
   * @param spec whom it talks to
   * @throws StartException when the spec itself is unusable
   */
  LogClient connect(ClientSpec spec) throws StartException;

  /**
   * Opens the log of one partition in the directory of a stopped node, for reading without the
   * node.
   *
   * @param dataDir the directory that {@link NodeSpec#dataDir} named
   * @param topic the topic's name
   * @param partition the partition's number
   * @throws RequestFailedException with {@link ErrorCode#UNSUPPORTED} unless the backend has {@link
   *     Capability#OFFLINE_READING}; with {@link ErrorCode#UNKNOWN_PARTITION} when the directory
   *     holds no replica of it
   * @throws IOException when the directory can't be read or a node uses it; the message names it
   */
  default OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
    throw new RequestFailedException(
        ErrorCode.UNSUPPORTED, "backend " + name() + " can't read a stopped node's directory");
  }
}
