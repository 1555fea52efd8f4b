package io.rvi.bench.lab;

import io.rvi.api.LogClient;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.SettingType;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A backend that replicates nothing: its nodes answer lines over TCP, which is all that tests of
 * processes, links and disks need. It can also start badly, in each way that a node can.
 */
public final class StubBackend implements LogBackend {
  /** How a node starts. */
  enum Mode {
    /** It serves. */
    FINE,
    /** It refuses with a StartException. */
    REFUSE,
    /** Its process ends before it is ready. */
    DIE,
    /** It prints on standard output as it starts. */
    CHATTER
  }

  static final Setting<Mode> MODE =
      Setting.of("stub.mode", SettingType.oneOf(Mode.class), "fine", "How a node starts.");

  /** Made by the service loader. */
  public StubBackend() {}

  @Override
  public String name() {
    return "stub";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public List<Setting<?>> settings() {
    List<Setting<?>> all = new ArrayList<>(CommonSettings.all());
    all.add(MODE);
    return all;
  }

  @Override
  public Set<Service> services() {
    return Set.of(Service.ZOOKEEPER);
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    switch (spec.settings().get(MODE)) {
      case REFUSE ->
          throw new StartException(
              StartException.Kind.STORAGE, "the disk of " + spec.id() + " is damaged", null);
      case DIE -> {
        System.err.println("last words of " + spec.id());
        Runtime.getRuntime().halt(42);
      }
      case CHATTER -> System.out.println("hello from a library");
      case FINE -> {}
    }
    try {
      return StubNode.start(spec);
    } catch (IOException e) {
      throw new StartException(
          StartException.Kind.MACHINE, "port " + spec.listen() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public LogClient connect(ClientSpec spec) {
    return new StubClient(spec);
  }
}
