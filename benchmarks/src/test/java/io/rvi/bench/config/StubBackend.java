package io.rvi.bench.config;

import io.rvi.spi.Capability;
import io.rvi.spi.ClientSpec;
import io.rvi.spi.CommonSettings;
import io.rvi.spi.LogBackend;
import io.rvi.spi.LogNode;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Service;
import io.rvi.spi.Setting;
import io.rvi.spi.StartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A backend that has settings and never starts. */
record StubBackend(String name, List<Setting<?>> own) implements LogBackend {
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(CommonSettings.all());
    settings.addAll(own);
    return settings;
  }

  @Override
  public Set<Service> services() {
    return Set.of();
  }

  @Override
  public LogNode startNode(NodeSpec spec) throws StartException {
    throw new StartException(StartException.Kind.CONFIGURATION, "never starts", null);
  }

  @Override
  public io.rvi.api.LogClient connect(ClientSpec spec) throws StartException {
    throw new StartException(StartException.Kind.CONFIGURATION, "never connects", null);
  }
}
