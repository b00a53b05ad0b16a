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
import dev.tlsbench.ycsb.session.SharedSession;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import site.ycsb.DB;
import site.ycsb.DBException;

/** The supported databases. */
public enum Binding {
  /** MongoDB and servers of its protocol. */
  MONGODB("mongodb-tls", "mongodb.url") {
    @Override
    public DB newClient() {
      return new MongoTlsClient();
    }

    @Override
    public Set<String> properties() {
      return MongoSession.PROPERTIES;
    }

    @Override
    Class<?> connectionType() {
      return MongoDatabase.class;
    }

    @Override
    TlsSettings tls(String url, Map<String, String> properties) {
      return MongoUrl.parse(url).settings(properties);
    }

    @Override
    public List<String> warnings(Properties properties) {
      return MongoSession.warnings(properties);
    }

    @Override
    Session open(Properties properties, ConnectionListener listener) throws ConnectFailedException {
      return MongoSession.open(properties, listener);
    }
  },
  /** MySQL and MariaDB. */
  MYSQL("mysql-tls", "mysql.url") {
    @Override
    public DB newClient() {
      return new MySqlTlsClient();
    }

    @Override
    public Set<String> properties() {
      return MySqlSession.PROPERTIES;
    }

    @Override
    Class<?> connectionType() {
      return Connection.class;
    }

    @Override
    TlsSettings tls(String url, Map<String, String> properties) {
      return MySqlUrl.parse(url).settings(properties);
    }

    @Override
    public List<String> warnings(Properties properties) {
      return MySqlSession.warnings(properties);
    }

    @Override
    Session open(Properties properties, ConnectionListener listener) throws ConnectFailedException {
      return MySqlSession.open(properties, listener);
    }
  };

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
   * Returns the name on the command line.
   *
   * @return such as {@code mongodb-tls}
   */
  public String id() {
    return id;
  }

  /**
   * Returns the name of the property with the server's URL.
   *
   * @return such as {@code mongodb.url}
   */
  public String urlProperty() {
    return urlProperty;
  }

  /**
   * Creates a client for one thread.
   *
   * @return a client that is not connected yet
   */
  public abstract DB newClient();

  /**
   * Returns the names of the properties that only this binding reads.
   *
   * @return names with their prefix, such as {@code mongodb.url}
   */
  public abstract Set<String> properties();

  /** Returns the type of connection that a client lends to a workload; see {@link DirectClient}. */
  abstract Class<?> connectionType();

  /**
   * Reads the TLS settings of URL and properties, without access to files or network.
   *
   * @param properties those of a run
   * @return the settings
   * @throws InvalidSettingException if there is no URL, or one of them cannot be used
   */
  public TlsSettings tls(Properties properties) {
    String url = properties.getProperty(urlProperty);
    if (url == null) {
      throw new InvalidSettingException(urlProperty + ": not given; name a server");
    }
    return tls(url, RunProperties.strings(properties));
  }

  abstract TlsSettings tls(String url, Map<String, String> properties);

  /**
   * Returns the warnings about the URL that a client of this binding logs when it connects.
   * Accesses neither files nor the network.
   *
   * @param properties those of a run
   * @return one line for each; empty if there are none
   * @throws InvalidSettingException if there is no URL, or a property cannot be used
   */
  public abstract List<String> warnings(Properties properties);

  abstract Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException;

  /**
   * Returns the session that all clients with these properties share; the first call opens it. Each
   * successful call must be matched by one of {@link #release}.
   *
   * @param properties the same object that is passed to the clients
   * @param listener receives each connection, if this is the first call
   * @return the session
   * @throws DBException if it cannot be opened; see its cause
   */
  public Session share(Properties properties, ConnectionListener listener) throws DBException {
    return SharedSession.acquire(properties, this::open, listener);
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
