package dev.tlsbench.measure.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import dev.tlsbench.measure.jdbc.MeasuredJdbc;
import dev.tlsbench.ycsb.mysql.MySqlBinding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

public final class MeasuredMySql extends MeasuredJdbc {
  private static final MySqlBinding BINDING = new MySqlBinding();

  private static final long SLOW_NANOS = 1_000_000_000L;

  public MeasuredMySql() {
    super(BINDING);
  }

  /** Four runs with an embedded MariaDB for each fork had 1.6567 to 1.6796. */
  @Override
  public double startSpread(boolean embedded) {
    return embedded ? 0.014 : super.startSpread(false);
  }

  @Override
  public ServerView view(Properties properties) throws ConnectFailedException {
    return new MySqlView(new JdbcQueries(BINDING.url(properties), properties));
  }

  @Override
  protected MySqlUrl withReadTimeout(Properties properties) {
    return BINDING
        .url(properties)
        .withDefaults(Map.of("socketTimeout", Integer.toString(Route.READ_TIMEOUT_MILLIS)));
  }

  /**
   * Logs in for {@code caching_sha2_password}, which takes the password itself over TLS, or over
   * plain text if it is encrypted with the server's RSA key; then the server keeps a hash, which is
   * sufficient for plain text, until it restarts.
   *
   * @see <a
   *     href="https://dev.mysql.com/doc/refman/9.7/en/caching-sha2-pluggable-authentication.html">Caching
   *     SHA-2 Pluggable Authentication</a>
   */
  @Override
  public void logIn(Iterable<Properties> clients) throws ConnectFailedException {
    for (Properties client : clients) {
      if (hasTried(client)) {
        return;
      }
    }
  }

  /**
   * Returns false if the next client should try: this one has no TLS, or TLS that the server
   * refuses at once. A server that took long to fail would do so again.
   */
  private static boolean hasTried(Properties client) throws ConnectFailedException {
    long start = System.nanoTime();
    try {
      MySqlUrl url = BINDING.url(client);
      TlsSettings tls = url.settings(RunProperties.strings(client));
      if (!tls.enabled()) {
        return false;
      }
      try (MySqlConnections connections = url.open(tls, Dialer.DIRECT, new TlsLedger())) {
        connections.connect().close();
        return true;
      }
    } catch (ConnectFailedException e) {
      if (e.reason() == ConnectFailedException.Reason.LOGIN) {
        throw e;
      }
      // The measurement itself names the variant that has this failure.
      return System.nanoTime() - start > SLOW_NANOS;
    } catch (InvalidSettingException | SQLException e) {
      return false;
    }
  }

  @Override
  public boolean hasStorage() {
    return true;
  }

  @Override
  public Optional<StorageEngine> storage(Properties properties) throws ConnectFailedException {
    return Optional.of(new InnoDb(new JdbcQueries(BINDING.url(properties), properties)));
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        "hello is the server's greeting, over TLS with the request to change to TLS, which in"
            + " MySQL comes before the handshake; session set-up consists of Connector/J's"
            + " queries before it hands a connection out.");
  }
}
