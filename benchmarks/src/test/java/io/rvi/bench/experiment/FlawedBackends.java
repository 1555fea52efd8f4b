package io.rvi.bench.experiment;

import io.rvi.api.LogClient;
import io.rvi.memory.BrokenBackend;
import io.rvi.memory.Flaw;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.OfflineLog;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The broken in-memory backends under names of their own, as a lab finds backends by name. */
public final class FlawedBackends {
  private FlawedBackends() {}

  /** Loses the last records of every replica when a node crashes. */
  public static final class LosesTheTail extends Flawed {
    static final String NAME = "loses-the-tail";

    public LosesTheTail() {
      super(NAME, Flaw.LOSES_THE_TAIL_IN_A_CRASH);
    }
  }

  /** Stores each tenth append twice. */
  public static final class StoresTwice extends Flawed {
    static final String NAME = "stores-twice";

    public StoresTwice() {
      super(NAME, Flaw.STORES_TWICE);
    }
  }

  private abstract static class Flawed implements LogBackend {
    private final String name;
    private final LogBackend broken;

    Flawed(String name, Flaw flaw) {
      this.name = name;
      this.broken = new BrokenBackend(flaw);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Set<Capability> capabilities() {
      return broken.capabilities();
    }

    @Override
    public List<Setting<?>> settings() {
      return broken.settings();
    }

    @Override
    public Set<Service> services() {
      return broken.services();
    }

    @Override
    public LogNode startNode(NodeSpec spec) throws StartException {
      return broken.startNode(spec);
    }

    @Override
    public OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
      return broken.readOffline(dataDir, topic, partition);
    }

    @Override
    public LogClient connect(ClientSpec spec) throws StartException {
      return broken.connect(spec);
    }
  }
}
