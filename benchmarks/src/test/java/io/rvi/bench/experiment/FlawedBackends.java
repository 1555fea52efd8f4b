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
import io.rvi.spi.ParityItem;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.Settings;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** Acknowledges each tenth append and does not store it. */
  public static final class StoresNothing extends Flawed {
    static final String NAME = "stores-nothing";

    public StoresNothing() {
      super(NAME, Flaw.ACKNOWLEDGES_WITHOUT_STORING);
    }
  }

  /** Keeps records on the disk of its first node alone, whoever acknowledged them. */
  public static final class KeepsOneCopy extends Flawed {
    static final String NAME = "keeps-one-copy";

    public KeepsOneCopy() {
      super(NAME, Flaw.NONE);
    }

    @Override
    public OfflineLog readOffline(Path dataDir, String topic, int partition) throws IOException {
      OfflineLog log = super.readOffline(dataDir, topic, partition);
      return dataDir.getFileName().toString().endsWith("1") ? log : new EmptyLog();
    }
  }

  /** Has no way to read the directory of a stopped node. */
  public static final class Unreadable extends Flawed {
    static final String NAME = "unreadable";

    public Unreadable() {
      super(NAME, Flaw.NONE);
    }

    @Override
    public Set<Capability> capabilities() {
      Set<Capability> all = new HashSet<>(super.capabilities());
      all.remove(Capability.OFFLINE_READING);
      return all;
    }
  }

  private static final class EmptyLog implements OfflineLog {
    @Override
    public long highWatermark() {
      return 0;
    }

    @Override
    public Optional<Entry> next() {
      return Optional.empty();
    }

    @Override
    public void close() {}
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
    public Map<ParityItem, String> effective(Settings settings) {
      return broken.effective(settings);
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
