package io.rvi.bench.cli;

import io.rvi.api.LogClient;
import io.rvi.bench.lab.Lab;
import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;

/** The real backends on a host where somebody listens at each node's port already. */
public final class TakenPorts {
  private TakenPorts() {}

  /** Backend isr there. */
  public static final class Isr extends Taken {
    public Isr() {
      super("isr");
    }
  }

  /** Backend raft there. */
  public static final class Raft extends Taken {
    public Raft() {
      super("raft");
    }
  }

  private abstract static class Taken implements LogBackend {
    private final String real;

    Taken(String real) {
      this.real = real;
    }

    private LogBackend backend() {
      return Lab.backend(real);
    }

    @Override
    public String name() {
      return "taken-port-" + real;
    }

    @Override
    public Set<Capability> capabilities() {
      return backend().capabilities();
    }

    @Override
    public List<Setting<?>> settings() {
      return backend().settings();
    }

    @Override
    public Set<Service> services() {
      return backend().services();
    }

    @Override
    public LogNode startNode(NodeSpec spec) throws StartException {
      try (ServerSocket squatter = new ServerSocket()) {
        squatter.bind(new InetSocketAddress(spec.listen().host(), spec.listen().port()));
        return backend().startNode(spec);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public LogClient connect(ClientSpec spec) throws StartException {
      return backend().connect(spec);
    }
  }
}
