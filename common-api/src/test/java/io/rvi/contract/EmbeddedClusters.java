package io.rvi.contract;

import io.rvi.spi.LogBackend;
import io.rvi.spi.Service;
import io.rvi.spi.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes clusters whose nodes all run in this JVM, started through the SPI on free loopback ports
 * and in a temporary directory.
 */
public final class EmbeddedClusters implements ContractClusters {
  private final LogBackend backend;
  private final Map<Service, Supplier<String>> services;
  private final Map<String, String> settings;

  private EmbeddedClusters(
      LogBackend backend, Map<Service, Supplier<String>> services, Map<String, String> settings) {
    this.backend = backend;
    this.services = Map.copyOf(services);
    this.settings = Map.copyOf(settings);
  }

  /**
   * Clusters of a backend with its default settings.
   *
   * @param backend which
   */
  public static EmbeddedClusters of(LogBackend backend) {
    return new EmbeddedClusters(backend, Map.of(), Map.of());
  }

  /**
   * The same with a service.
   *
   * @param service which
   * @param connectString asked once for each cluster
   */
  public EmbeddedClusters withService(Service service, Supplier<String> connectString) {
    Map<Service, Supplier<String>> copy = new HashMap<>(services);
    copy.put(service, connectString);
    return new EmbeddedClusters(backend, copy, settings);
  }

  /**
   * The same with a setting of nodes and clients.
   *
   * @param key its key
   * @param text its value
   */
  public EmbeddedClusters withSetting(String key, String text) {
    Map<String, String> copy = new HashMap<>(settings);
    copy.put(key, text);
    return new EmbeddedClusters(backend, services, copy);
  }

  @Override
  public LogBackend backend() {
    return backend;
  }

  @Override
  public ContractCluster create(int nodes, Map<String, String> overrides) throws StartException {
    Map<String, String> given = new TreeMap<>(settings);
    given.putAll(overrides);
    Map<Service, String> connectStrings = new HashMap<>();
    services.forEach((service, connect) -> connectStrings.put(service, connect.get()));
    String name = "contract-" + UUID.randomUUID().toString().substring(0, 8);
    try {
      Path root = Files.createTempDirectory("rvi-" + name + "-");
      return EmbeddedCluster.start(backend, name, root, connectStrings, given, nodes);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary directory for " + name, e);
    }
  }
}
