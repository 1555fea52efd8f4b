package io.rvi.raft;

import io.rvi.api.LogClient;
import io.rvi.raft.client.RaftLogClient;
import io.rvi.raft.config.RaftParity;
import io.rvi.raft.config.RaftSettings;
import io.rvi.raft.node.OfflinePartition;
import io.rvi.raft.node.RaftNode;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The majority-quorum backend, {@code raft}; needs no outside service. */
public final class RaftBackend implements LogBackend {
  /** For {@link java.util.ServiceLoader}. */
  public RaftBackend() {}

  @Override
  public String name() {
    return "raft";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.LINEARIZABLE_READS,
        Capability.IDEMPOTENT_APPENDS,
        Capability.DURABLE,
        Capability.OFFLINE_READING,
        Capability.REASSIGNMENT);
  }

  @Override
  public List<Setting<?>> settings() {
    return RaftSettings.all();
  }

  @Override
  public Map<ParityItem, String> effective(Settings settings) {
    return RaftParity.effective(settings);
  }

  @Override
  public Set<Service> services() {
    return Set.of();
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    return RaftNode.start(spec);
  }

  @Override
  public LogClient connect(ClientSpec spec) throws StartException {
    return RaftLogClient.connect(spec);
  }

  @Override
  public OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
    return OfflinePartition.open(dataDir, topic, partition);
  }
}
