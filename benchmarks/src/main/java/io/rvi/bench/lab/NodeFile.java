package io.rvi.bench.lab;

import io.rvi.api.NodeId;
import io.rvi.spi.Endpoint;
import io.rvi.spi.LogBackend;
import io.rvi.spi.NodeSpec;
import io.rvi.spi.Service;
import io.rvi.spi.Settings;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node's spec as the JSON file that its process reads.
 *
 * @param backend the backend's name
 * @param cluster the cluster's name
 * @param id the node's number
 * @param listen host:port
 * @param peers host:port by node number
 * @param dataDir the node's directory
 * @param services connect string by service, in lower case
 * @param settings text by key
 */
record NodeFile(
    String backend,
    String cluster,
    int id,
    String listen,
    Map<Integer, String> peers,
    String dataDir,
    Map<String, String> services,
    Map<String, String> settings) {

  static NodeFile of(LogBackend backend, NodeSpec spec) {
    Map<Integer, String> peers = new TreeMap<>();
    spec.peers().forEach((id, endpoint) -> peers.put(id.value(), endpoint.toString()));
    Map<String, String> services = new TreeMap<>();
    spec.services().forEach((service, connect) -> services.put(lowerCase(service), connect));
    return new NodeFile(
        backend.name(),
        spec.cluster(),
        spec.id().value(),
        spec.listen().toString(),
        peers,
        spec.dataDir().toString(),
        services,
        spec.settings().given());
  }

  private static String lowerCase(Service service) {
    return service.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The spec.
   *
   * @param known the backend, whose settings these are
   * @throws IllegalArgumentException naming an address, id or service that is none
   * @throws io.rvi.spi.SettingException naming a bad setting
   */
  NodeSpec toSpec(LogBackend known) {
    Map<NodeId, Endpoint> endpoints = new TreeMap<>();
    peers.forEach((peer, text) -> endpoints.put(new NodeId(peer), Endpoint.parse(text)));
    Map<Service, String> connect = new TreeMap<>();
    services.forEach(
        (service, text) -> connect.put(Service.valueOf(service.toUpperCase(Locale.ROOT)), text));
    return new NodeSpec(
        cluster,
        new NodeId(id),
        Endpoint.parse(listen),
        endpoints,
        Path.of(dataDir),
        connect,
        Settings.resolve(known.settings(), settings));
  }
}
