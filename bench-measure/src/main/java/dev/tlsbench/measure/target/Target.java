package dev.tlsbench.measure.target;

import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.placement.ServerProcesses;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The measured server: the URL's, or an embedded one that is stopped on closing.
 *
 * <p>Thread-safe as long as the properties are not changed.
 */
public final class Target implements AutoCloseable {
  private final Binding binding;
  private final Properties properties;
  private final Embedded embedded;
  private final boolean lent;

  /** The remark on a server that the properties named, once known. */
  private volatile @Nullable String ownRemark;

  private Target(Binding binding, Properties properties, Embedded embedded, boolean lent) {
    this.binding = binding;
    this.properties = properties;
    this.embedded = embedded;
    this.lent = lent;
  }

  /** Opens the server that the properties name, or starts one. */
  public static Target open(Binding binding, Properties properties, Consumer<String> messages)
      throws ConnectFailedException {
    return new Target(
        binding,
        properties,
        Embedded.startIfNoUrl(binding, properties, System.getenv(), messages),
        false);
  }

  /**
   * Returns a view of the same server for a part of its use.
   *
   * @return a target whose closing does not stop the server
   */
  public Target lend(Properties more) {
    Properties merged = properties();
    merged.putAll(RunProperties.strings(more));
    return new Target(binding, merged, embedded, true);
  }

  public Binding binding() {
    return binding;
  }

  /**
   * Returns a copy of the properties, with the URL of the server. Each use needs a copy, because a
   * session that clients share is stored in their properties.
   */
  public Properties properties() {
    return RunProperties.copy(properties);
  }

  /** Returns the URL. It may hold a password, so it must not be printed. */
  public String url() {
    return properties.getProperty(binding.urlProperty());
  }

  /** Returns false if the properties named a server. */
  public boolean isEmbedded() {
    return embedded.isRunning();
  }

  /** Returns whether each fork should have a process of the server of its own. */
  public boolean isToRestart() {
    return embedded.isToRestart();
  }

  /** Returns an embedded server's name for reports; empty if the properties named a server. */
  public Optional<String> description() {
    return embedded.description();
  }

  /**
   * Returns how the cost of its TLS differs from a real server's; empty if it does not, or if the
   * properties named a server and {@link #facts} was not called.
   */
  public Optional<String> tlsRemark() {
    return embedded.tlsRemark().or(() -> Optional.ofNullable(ownRemark));
  }

  /** Returns true if the server has a single host, which is this machine. */
  public boolean isLocal() {
    return hosts().size() == 1 && hosts().get(0).isLocal();
  }

  /**
   * Returns the server's process; empty if not on this machine, if this user may not see it, or if
   * a proxy listens on its port.
   */
  public OptionalLong pid() {
    OptionalLong listener = listener();
    return listener.isPresent()
            && ServerProcesses.isServer(listener.getAsLong(), binding.database().programs())
        ? listener
        : OptionalLong.empty();
  }

  /**
   * Returns the process that listens on the server's port on this machine; empty if not visible.
   */
  public OptionalLong listener() {
    return Host.listener(hosts());
  }

  /**
   * Returns the server's address if it is local; empty if it has several hosts, or is on another
   * machine.
   */
  public Optional<InetSocketAddress> localAddress() {
    return isLocal() ? Optional.of(Host.address(hosts().get(0))) : Optional.empty();
  }

  /**
   * Returns the URL with the port of a relay that leads to the server.
   *
   * @param port 1 to 65535
   * @return may hold a password, so it must not be printed
   */
  public String urlThrough(int port) {
    return parsed().through(new HostAddress(hosts().get(0).host(), port));
  }

  /** Chooses the cores of a run; see {@link Placement#open}. */
  public Placement place(
      Cores asked, boolean confinesServer, List<Long> pids, Consumer<String> messages) {
    Placement.Server server =
        new Placement.Server(
            binding.database().product(),
            binding.database().programs(),
            isLocal(),
            isEmbedded() && pids.isEmpty(),
            listener().orElse(0),
            pids);
    return Placement.open(asked, confinesServer, server, messages);
  }

  private List<HostAddress> hosts() {
    return parsed().hosts();
  }

  private DatabaseUrl parsed() {
    return binding.url(properties);
  }

  /**
   * Logs in once over TLS, if plain log-ins depend on it ({@link MeasuredDatabase#logIn}).
   *
   * @throws ConnectFailedException if the server refuses user or password
   */
  public void logIn(Iterable<Properties> clients) throws ConnectFailedException {
    if (!isEmbedded()) {
      MeasuredDatabase.of(binding.database()).logIn(clients);
    }
  }

  /**
   * Queries product, version, settings and counters.
   *
   * @return the facts, without the status at the end
   */
  public ServerFacts facts(Properties properties) throws ConnectFailedException {
    try (ServerView view = view(properties)) {
      if (!isEmbedded() && view.hasTestTls()) {
        ownRemark = Embedded.tlsRemark(binding).orElse(null);
      }
      return new ServerFacts(
          view.product(),
          Secrets.NONE.hide(view.version()),
          isEmbedded(),
          starts(),
          isLocal(),
          ServerView.lines(view.settings()),
          ServerView.lines(view.status()),
          null,
          description().orElse(null),
          tlsRemark().orElse(null));
    }
  }

  /**
   * Queries counters of connections and TLS, by the server's own names; {@code null} if the server
   * does not answer.
   */
  public @Nullable Map<String, String> status(Properties properties) {
    try (ServerView view = view(properties)) {
      return ServerView.lines(view.status());
    } catch (ConnectFailedException e) {
      return null;
    }
  }

  private ServerView view(Properties properties) throws ConnectFailedException {
    return MeasuredDatabase.of(binding.database()).view(properties);
  }

  /** Restarts an embedded server with the same URL and data in another process. */
  public void restart() throws ConnectFailedException {
    embedded.restart();
  }

  /** Returns the number of known processes of the server so far, from 1. */
  public int starts() {
    return Math.max(1, embedded.starts());
  }

  /** Stops an embedded server. */
  @Override
  public void close() {
    if (!lent) {
      embedded.close();
    }
  }
}
