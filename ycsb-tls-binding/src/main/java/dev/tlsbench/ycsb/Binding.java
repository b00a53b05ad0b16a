package dev.tlsbench.ycsb;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.mongodb.MongoSession;
import dev.tlsbench.ycsb.mysql.MySqlSession;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import site.ycsb.DB;
import site.ycsb.DBException;

/** The supported databases. */
public enum Binding {
  /** MongoDB and servers of its protocol. */
  MONGODB("mongodb-tls", "mongodb.url"),
  /** MySQL and MariaDB. */
  MYSQL("mysql-tls", "mysql.url");

  private final String id;
  private final String urlProperty;

  Binding(String id, String urlProperty) {
    this.id = id;
    this.urlProperty = urlProperty;
  }

  /**
   * Finds a binding by its name on the command line.
   *
   * @param name such as {@code mongodb-tls}
   * @return the binding
   * @throws InvalidSettingException if the name is unknown
   */
  public static Binding of(String name) {
    return RunProperties.choice(values(), Binding::id, name, "there is no binding '" + name + "'");
  }

  /** {@return the name on the command line, such as {@code mongodb-tls}} */
  public String id() {
    return id;
  }

  /** {@return the property with the server's URL, such as {@code mongodb.url}} */
  public String urlProperty() {
    return urlProperty;
  }

  /** {@return a new client for one thread, which is not connected yet} */
  public DB newClient() {
    return switch (this) {
      case MONGODB -> new MongoTlsClient();
      case MYSQL -> new MySqlTlsClient();
    };
  }

  /** {@return the properties that only this binding reads, such as {@code mongodb.url}} */
  public Set<String> properties() {
    return switch (this) {
      case MONGODB -> MongoSession.PROPERTIES;
      case MYSQL -> MySqlSession.PROPERTIES;
    };
  }

  /**
   * Returns the type of connection that a client provides to a workload; see {@link DirectClient}.
   */
  Class<?> connectionType() {
    // Not in a field: the driver of the other binding may be missing.
    return switch (this) {
      case MONGODB -> MongoDatabase.class;
      case MYSQL -> Connection.class;
    };
  }

  /**
   * Reads the TLS settings of URL and properties, without access to files or network.
   *
   * @param properties the run's properties
   * @return the settings
   * @throws InvalidSettingException if there is no URL, or one of them cannot be used
   */
  public TlsSettings tls(Properties properties) {
    String url = properties.getProperty(urlProperty);
    if (url == null) {
      throw new InvalidSettingException(urlProperty + ": not given; name a server");
    }
    Map<String, String> strings = RunProperties.strings(properties);
    return switch (this) {
      case MONGODB -> MongoUrl.parse(url).settings(strings);
      case MYSQL -> MySqlUrl.parse(url).settings(strings);
    };
  }

  /**
   * Returns the warnings about the URL that a client of this binding logs when it connects.
   * Accesses neither files nor the network.
   *
   * @param properties the run's properties
   * @return one line for each; empty if there are none
   * @throws InvalidSettingException if there is no URL, or a property cannot be used
   */
  public List<String> warnings(Properties properties) {
    return switch (this) {
      case MONGODB -> MongoSession.warnings(properties);
      case MYSQL -> MySqlSession.warnings(properties);
    };
  }

  Session open(Properties properties, ConnectionListener listener) throws ConnectFailedException {
    return switch (this) {
      case MONGODB -> MongoSession.open(properties, listener);
      case MYSQL -> MySqlSession.open(properties, listener);
    };
  }

  /**
   * Returns the session that all clients with these properties share; the first call opens it.
   * Match each successful call by a call of {@link #release}.
   *
   * @param properties the same object that is passed to the clients
   * @param listener receives each connection, if this is the first call
   * @return the session
   * @throws DBException if it cannot be opened; see its cause
   */
  public Session share(Properties properties, ConnectionListener listener) throws DBException {
    return SharedSession.acquire(this, properties, listener);
  }

  /**
   * Releases a session of {@link #share}.
   *
   * @param properties the object that it was opened with
   * @return true if this was the last release, which has closed the session
   */
  public boolean release(Properties properties) {
    return SharedSession.release(properties);
  }
}
