package dev.tlsbench.ycsb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.mongodb.MongoSession;
import dev.tlsbench.ycsb.mysql.MySqlSession;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import site.ycsb.DB;
import site.ycsb.DBException;

/** The databases that can be measured. */
public enum Binding {
  /** MongoDB and what speaks its protocol. */
  MONGODB("mongodb-tls", "mongodb.url", MongoTlsClient::new, MongoSession::open),
  /** MySQL and MariaDB. */
  MYSQL("mysql-tls", "mysql.url", MySqlTlsClient::new, MySqlSession::open);

  private final String id;
  private final String urlProperty;
  private final Supplier<DB> clients;
  private final SessionOpener sessions;

  Binding(String id, String urlProperty, Supplier<DB> clients, SessionOpener sessions) {
    this.id = id;
    this.urlProperty = urlProperty;
    this.clients = clients;
    this.sessions = sessions;
  }

  /**
   * Finds a binding by the name that the command line gives it.
   *
   * @param name such as {@code mongodb-tls}
   * @return the binding
   * @throws InvalidSettingException if there is none of that name
   */
  public static Binding of(String name) {
    return Arrays.stream(values())
        .filter(binding -> binding.id.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "there is no binding '"
                        + name
                        + "'; choose one of "
                        + Arrays.stream(values())
                            .map(Binding::id)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * The name on the command line.
   *
   * @return such as {@code mongodb-tls}
   */
  public String id() {
    return id;
  }

  /**
   * The property that says where the server is.
   *
   * @return such as {@code mongodb.url}
   */
  public String urlProperty() {
    return urlProperty;
  }

  /**
   * Makes a client for one thread.
   *
   * @return a client that is not connected yet
   */
  public DB newClient() {
    return clients.get();
  }

  /**
   * Opens the session that all clients with these properties will share. To be matched by one call
   * of {@link #release}; until then their clean-up does not close it.
   *
   * @param properties the object that the clients are given too
   * @param listener told of each connection
   * @return the session
   * @throws DBException if it cannot be opened; the cause tells why
   */
  public Session share(Properties properties, ConnectionListener listener) throws DBException {
    return SharedSession.acquire(properties, Session.class, given -> sessions.open(given, listener));
  }

  /**
   * Gives a session back that {@link #share} opened.
   *
   * @param properties the object that it was opened with
   */
  public void release(Properties properties) {
    SharedSession.release(properties);
  }

  private interface SessionOpener {
    Session open(Properties properties, ConnectionListener listener) throws Exception;
  }
}
