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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

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

  private volatile @Nullable String ownRemark;

  private Target(Binding binding, Properties properties, Embedded embedded, boolean lent) {
    this.binding = binding;
    this.properties = properties;
    this.embedded = embedded;
    this.lent = lent;
  }

  public static Target open(Binding binding, Properties properties, Consumer<String> messages)
      throws ConnectFailedException {
    return new Target(
        binding,
        properties,
        Embedded.startIfNoUrl(binding, properties, System.getenv(), messages),
        false);
  }

  /** Returns a view of the same server, whose closing does not stop it. */
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

  /** Returns the process that listens on the port on this machine; 0 if not visible. */
  private long listener() {
    return localAddress().map(Target::listener).orElse(0L);
  }

  private static long listener(InetSocketAddress server) {
    long[] pids =
        new SystemInfo()
            .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
                .filter(connection -> connection.getState() == TcpState.LISTEN)
                .filter(connection -> connection.getLocalPort() == server.getPort())
                .filter(connection -> accepts(connection.getLocalAddress(), server.getAddress()))
                .mapToLong(IPConnection::getowningProcessId)
                .filter(pid -> pid > 0)
                .distinct()
                .toArray();
    return pids.length == 1 ? pids[0] : 0;
  }

  /** Returns true if a listener accepts connections to an address. */
  private static boolean accepts(byte[] listener, InetAddress address) {
    try {
      InetAddress own = listener.length == 0 ? null : InetAddress.getByAddress(listener);
      return own == null || own.isAnyLocalAddress() || own.equals(address);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Returns the server's address if it is a single host on this machine. */
  private Optional<InetSocketAddress> localAddress() {
    HostAddress first = hosts().get(0);
    return isLocal()
        ? Optional.of(new InetSocketAddress(first.host(), first.port()))
        : Optional.empty();
  }

  /** Chooses the cores of a run; see {@link Placement#open}. */
  public Placement place(
      Cores asked, boolean confinesServer, List<Long> pids, Consumer<String> messages) {
    return Placement.open(asked, confinesServer, processes(pids), messages);
  }

  /** Returns what is known of the server's processes, with those that the user names. */
  public ServerProcesses processes(List<Long> pids) {
    return new ServerProcesses(
        binding.database().product(),
        binding.database().programs(),
        isLocal(),
        isEmbedded() && pids.isEmpty(),
        listener(),
        pids);
  }

  private List<HostAddress> hosts() {
    return parsed().hosts();
  }

  private DatabaseUrl parsed() {
    return binding.url(properties);
  }

  /** Logs in once over TLS, if plain log-ins depend on it ({@link MeasuredDatabase#logIn}). */
  public void logIn(Iterable<Properties> clients) throws ConnectFailedException {
    if (!isEmbedded()) {
      MeasuredDatabase.of(binding.database()).logIn(clients);
    }
  }

  /** Queries product, version, settings and counters. */
  public ServerFacts facts(Properties properties) throws ConnectFailedException {
    try (ServerView view = view(properties)) {
      if (!isEmbedded()) {
        ownRemark =
            (view.hasTestTls() ? Embedded.tlsRemark(binding) : view.tlsRemark()).orElse(null);
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

  /** Queries counters of connections and TLS; {@code null} if the server does not answer. */
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

  public void restart() throws ConnectFailedException {
    embedded.restart();
  }

  /** Returns the number of known processes of the server so far, from 1. */
  public int starts() {
    return Math.max(1, embedded.starts());
  }

  @Override
  public void close() {
    if (!lent) {
      embedded.close();
    }
  }
}
