package io.rvi.isr;

import io.rvi.api.LogClient;
import io.rvi.isr.client.IsrLogClient;
import io.rvi.isr.node.IsrNode;
import io.rvi.isr.node.StoppedNode;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.ParityItem;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingException;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ISR backend, {@code isr}. Needs a ZooKeeper. */
public final class IsrBackend implements LogBackend {
  /** Creates the backend; it holds no state. */
  public IsrBackend() {}

  @Override
  public String name() {
    return "isr";
  }

  /** Linearizable reads are refused, though, where unclean election is allowed. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.values());
  }

  @Override
  public List<Setting<?>> settings() {
    return IsrSettings.all();
  }

  @Override
  public Map<ParityItem, String> effective(Settings settings) {
    return IsrParity.effective(settings);
  }

  @Override
  public Set<Service> services() {
    return Set.of(Service.ZOOKEEPER);
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    try {
      return IsrNode.start(spec, IsrSettings.ofNode(spec.settings(), spec.peers().size()));
    } catch (SettingException e) {
      throw new StartException(
          StartException.Kind.CONFIGURATION, String.valueOf(e.getMessage()), e);
    }
  }

  /** Each client is a producer of its own, by a random id of 63 bits. */
  @Override
  public LogClient connect(ClientSpec spec) throws StartException {
    return IsrLogClient.connect(spec, new SecureRandom().nextLong() & Long.MAX_VALUE);
  }

  @Override
  public OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
    return StoppedNode.open(dataDir, topic, partition);
  }
}
