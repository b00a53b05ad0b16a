package dev.tlsbench.experiment.target;

import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.experiment.result.ServerFacts;
import dev.tlsbench.ycsb.Binding;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * The server that is measured: one that a URL names, or an embedded one that is stopped with this.
 *
 * <p>Safe to share between threads as long as nobody changes the properties.
 */
public final class Target implements AutoCloseable {
  private static final int MONGODB_DEFAULT_PORT = 27_017;
  private static final int MYSQL_DEFAULT_PORT = 3_306;

  private final Binding binding;
  private final Properties properties;
  private final Embedded embedded;
  private final boolean lent;

  private Target(Binding binding, Properties properties, Embedded embedded, boolean lent) {
    this.binding = binding;
    this.properties = properties;
    this.embedded = embedded;
    this.lent = lent;
  }

  /**
   * Tells the database by its URL.
   *
   * @param url may hold a password, so it goes into no message
   * @return the binding for it
   * @throws InvalidSettingException if it is no URL of MongoDB or MySQL
   */
  public static Binding bindingOf(String url) {
    if (url.startsWith("mongodb://") || url.startsWith("mongodb+srv://")) {
      return Binding.MONGODB;
    }
    if (url.startsWith("mysql://")
        || url.startsWith("mysqlx://")
        || url.startsWith("jdbc:mysql:")) {
      return Binding.MYSQL;
    }
    throw new InvalidSettingException(
        "URL: begins with neither mongodb://, mongodb+srv://, mysql:// nor jdbc:mysql:// (it is not"
            + " shown, as it may hold a password)");
  }

  /**
   * Takes the server that the properties name, or starts one.
   *
   * @param binding the database
   * @param properties those of the run; the URL of an embedded server is put there
   * @param messages takes what people are told, line by line
   * @return the target
   * @throws ConnectFailedException if an embedded server does not start
   */
  public static Target open(Binding binding, Properties properties, Consumer<String> messages)
      throws ConnectFailedException {
    return new Target(
        binding,
        properties,
        Embedded.startIfNoUrl(binding, properties, System.getenv(), messages),
        false);
  }

  /**
   * The same server for a part of what it is used for.
   *
   * @param more properties of that part, before those of the whole
   * @return a target whose closing stops nothing
   */
  public Target lend(Properties more) {
    Properties merged = properties();
    more.stringPropertyNames().forEach(n -> merged.setProperty(n, more.getProperty(n)));
    return new Target(binding, merged, embedded, true);
  }

  /**
   * The database.
   *
   * @return MongoDB or MySQL
   */
  public Binding binding() {
    return binding;
  }

  /**
   * What was given, with the URL of the server.
   *
   * @return a copy, since a session that is shared by clients lives in their properties
   */
  public Properties properties() {
    Properties copy = new Properties();
    properties.stringPropertyNames().forEach(n -> copy.setProperty(n, properties.getProperty(n)));
    return copy;
  }

  /**
   * How to connect.
   *
   * @return the URL; it may hold a password, so it is not for output
   */
  public String url() {
    return properties.getProperty(binding.urlProperty());
  }

  /**
   * Whether the server was started for this.
   *
   * @return {@code false} if the properties named a server
   */
  public boolean isEmbedded() {
    return embedded.isRunning();
  }

  /**
   * Whether the server runs on this machine.
   *
   * @return {@code false} if it has several hosts, or one elsewhere
   */
  public boolean isLocal() {
    return hosts().size() == 1 && Host.isLocal(hosts().get(0));
  }

  /**
   * The server's process.
   *
   * @return its id; empty if it is not on this machine, or if this user may not see it
   */
  public OptionalLong pid() {
    return Host.listener(hosts(), defaultPort());
  }

  /**
   * Where the server listens, if that is on this machine.
   *
   * @return its address; empty if it has several hosts, or one elsewhere
   */
  public Optional<InetSocketAddress> localAddress() {
    return isLocal() ? Optional.of(Host.address(hosts().get(0), defaultPort())) : Optional.empty();
  }

  /**
   * The URL with another port, where a relay listens that leads to the server.
   *
   * @param port 1 to 65535
   * @return a URL; it may hold a password, so it is not for output
   */
  public String urlThrough(int port) {
    String host = hosts().get(0);
    String relay = host.replaceFirst(":\\d+$", "") + ":" + port;
    int start = url().indexOf(host, url().indexOf('@') + 1);
    return url().substring(0, start) + relay + url().substring(start + host.length());
  }

  private int defaultPort() {
    return binding == Binding.MONGODB ? MONGODB_DEFAULT_PORT : MYSQL_DEFAULT_PORT;
  }

  private List<String> hosts() {
    return binding == Binding.MONGODB
        ? MongoUrl.parse(url()).hosts()
        : MySqlUrl.parse(url()).hosts();
  }

  /**
   * Asks the server what it is, and for its counters.
   *
   * @param properties those of a client that can connect
   * @return the facts; without the status at the end
   * @throws ConnectFailedException if it cannot be asked
   */
  public ServerFacts facts(Properties properties) throws ConnectFailedException {
    try (ServerView view = view(properties)) {
      return view.facts(isEmbedded(), isLocal());
    }
  }

  /**
   * Asks the server for its counters only.
   *
   * @param properties those of a client that can connect
   * @return counters of connections and TLS, by the server's own names
   * @throws ConnectFailedException if it cannot be asked
   */
  public Map<String, String> status(Properties properties) throws ConnectFailedException {
    try (ServerView view = view(properties)) {
      return ServerView.lines(view.status());
    }
  }

  /**
   * Where the server keeps its data, if this user may look there.
   *
   * @return a folder; empty if the server is on another machine or does not tell
   * @throws ConnectFailedException if it cannot be asked
   */
  public Optional<Path> dataDirectory() throws ConnectFailedException {
    if (isEmbedded()) {
      return embedded.directory();
    }
    OptionalLong pid = pid();
    if (pid.isEmpty()) {
      return Optional.empty();
    }
    try (ServerView view = view(properties())) {
      // The server may see the disk from another root than this process.
      return view.dataDirectory()
          .map(path -> Path.of("/proc/" + pid.getAsLong() + "/root" + path))
          .filter(Files::isDirectory);
    }
  }

  private ServerView view(Properties properties) throws ConnectFailedException {
    return binding == Binding.MONGODB ? new MongoView(properties) : new MySqlView(properties);
  }

  /** Stops the server if it is an embedded one. */
  @Override
  public void close() {
    if (!lent) {
      embedded.close();
    }
  }
}
