package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Properties;

/**
 * A server under test, and how to reach it over TLS.
 *
 * @param name what the table of results calls it
 * @param binding what speaks to it
 * @param url its address, {@code 127.0.0.1} and a port, and the user
 * @param port that port
 * @param tls properties that say what of TLS the URL does not
 */
record FaultTarget(String name, Binding binding, String url, int port, Map<String, String> tls) {

  static FaultTarget of(String name, EmbeddedServer server) {
    return new FaultTarget(
        name, Binding.ofUrl(server.url()), server.url(), server.port(), Map.of());
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Properties of a run that goes to another port of this machine in the server's place. */
  Properties through(int otherPort, Map<String, String> urlOptions) {
    StringBuilder through =
        new StringBuilder(
            url.replaceFirst("127\\.0\\.0\\.1:" + port + "/", "127.0.0.1:" + otherPort + "/"));
    urlOptions.forEach(
        (name, value) ->
            through
                .append(through.indexOf("?") < 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(value));
    Properties properties = new Properties();
    properties.putAll(tls);
    properties.setProperty("tls.enabled", "true");
    properties.setProperty(binding.urlProperty(), through.toString());
    properties.setProperty("table", JournalledWorkload.table());
    properties.setProperty("fieldcount", "1");
    binding.createTableProperty().ifPresent(name -> properties.setProperty(name, "true"));
    return properties;
  }

  /** Properties of who asks the server itself. */
  Properties direct() {
    return through(port, Map.of());
  }

  boolean isMongo() {
    return binding == Binding.of("mongodb-tls");
  }

  private boolean isCassandra() {
    return binding == Binding.of("cassandra-tls");
  }

  /** Returns whether the driver connects again by itself, and operations fail until it has. */
  boolean reconnectsInBackground() {
    return isMongo() || isCassandra();
  }

  /** Returns the number of connections that are in use at a time by this number of threads. */
  int connections(int threads) {
    return isCassandra() ? 1 : threads;
  }

  /**
   * URL options without which an operation waits as long as a server hangs. Those of the first
   * connection leave a busy machine time for it.
   */
  Map<String, String> impatience() {
    return switch (binding.id()) {
      case "mongodb-tls" -> Map.of("serverSelectionTimeoutMS", "4000", "socketTimeoutMS", "1000");
      case "postgresql-tls" -> Map.of("socketTimeout", "1", "connect_timeout", "4");
      case "cassandra-tls" -> Map.of("requestTimeoutMS", "4000");
      case "redis-tls" -> Map.of("requestTimeoutMS", "1000", "connectTimeoutMS", "4000");
      default -> Map.of("socketTimeout", "1000");
    };
  }
}
