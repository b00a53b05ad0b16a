package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import site.ycsb.DB;
import site.ycsb.DBException;

/**
 * A database that YCSB can run on, found as a service.
 *
 * <p>Safe to share between threads.
 */
public interface Binding {
  Database database();

  /** {@return a new client for one thread, which is not connected yet} */
  default DB newClient() {
    return new TlsClient(this);
  }

  /** {@return the properties that only this binding reads, such as {@code mysql.url}} */
  Set<String> properties();

  /**
   * Checks the workload before a server is started for it, and sets the URL if other properties
   * name the server. Does nothing by default.
   *
   * @param properties the run's properties; changed by this call
   * @throws InvalidSettingException if the database lacks an operation of the workload, or a
   *     property cannot be used
   */
  default void prepare(Properties properties) {}

  /**
   * Parses the URL, with user and password of properties if the binding takes them from there.
   *
   * @throws InvalidSettingException if there is no URL, or it cannot be used
   */
  default DatabaseUrl url(Properties properties) {
    String url = properties.getProperty(urlProperty());
    if (url == null) {
      throw new InvalidSettingException(urlProperty() + ": not given; name a server");
    }
    return database().parse(url);
  }

  /**
   * Opens a session.
   *
   * @return the session, to be closed by the caller
   * @throws ConnectFailedException if the server cannot be reached, or TLS fails
   */
  Session open(Properties properties, ConnectionListener listener) throws ConnectFailedException;

  /**
   * Returns the warnings about the URL that a client of this binding logs when it connects.
   * Accesses neither files nor the network.
   *
   * @return one line for each; empty if there are none
   * @throws InvalidSettingException if there is no URL, or a property cannot be used
   */
  default List<String> warnings(Properties properties) {
    return url(properties).warnings();
  }

  /** {@return a sentence on operations that are others than YCSB's, for reports} */
  default Optional<String> note(Properties properties) {
    return Optional.empty();
  }

  /**
   * {@return the first parts of property names that are meant for this binding, right or wrong}
   * Unknown properties that begin with one are errors.
   */
  default Set<String> prefixes() {
    return Set.of(database().id());
  }

  /**
   * {@return the names of the driver's loggers whose warnings are about the URL} Applications show
   * these warnings.
   */
  default Set<String> urlLoggers() {
    return Set.of();
  }

  /**
   * Returns the property that makes the session create the workload's table.
   *
   * @return its name; empty if the database creates tables by itself
   */
  default Optional<String> createTableProperty() {
    return Optional.of(property("createtable")).filter(properties()::contains);
  }

  /**
   * Returns the name of a property of this binding.
   *
   * @param name such as {@code batchsize}
   * @return such as {@code mysql.batchsize}
   */
  default String property(String name) {
    return database().id() + "." + name;
  }

  /** {@return the name on the command line, such as {@code mysql-tls}} */
  default String id() {
    return database().id() + "-tls";
  }

  /** {@return the property with the server's URL, such as {@code mysql.url}} */
  default String urlProperty() {
    return property("url");
  }

  /**
   * Reads the TLS settings of URL and properties, without access to files or network.
   *
   * @throws InvalidSettingException if there is no URL, or one of them cannot be used
   */
  default TlsSettings tls(Properties properties) {
    return url(properties).settings(RunProperties.strings(properties));
  }

  /**
   * Returns the properties with which a connection begins with TLS, instead of asking the server
   * for it first.
   *
   * @return the properties; by default empty if the protocol allows it
   * @throws InvalidSettingException if the protocol cannot
   */
  default Map<String, String> directTls() {
    if (database().preamble().allowsDirectTls()) {
      return Map.of();
    }
    throw new InvalidSettingException(
        "tls13-direct: with "
            + database().product()
            + ", a client asks for TLS in plain text first; leave the variant out");
  }

  /**
   * Returns the session that all clients with these properties share; the first call opens it.
   * Match each successful call by a call of {@link #release}.
   *
   * @param listener receives each connection, if this is the first call
   * @throws DBException if it cannot be opened; see its cause
   */
  default Session share(Properties properties, ConnectionListener listener) throws DBException {
    return SharedSession.acquire(this, properties, listener);
  }

  /**
   * Releases a session of {@link #share}.
   *
   * @return true if this was the last release, which has closed the session
   */
  default boolean release(Properties properties) {
    return SharedSession.release(properties);
  }

  /**
   * {@return all bindings on the class path, in the order of their registration; always the same
   * objects}
   */
  static List<Binding> all() {
    return Bindings.ALL;
  }

  /**
   * Finds a binding by its name on the command line.
   *
   * @param name such as {@code mysql-tls}
   * @throws InvalidSettingException if the name is unknown
   */
  static Binding of(String name) {
    return RunProperties.choice(
        all().toArray(Binding[]::new), Binding::id, name, "there is no binding '" + name + "'");
  }

  /**
   * Finds the binding for a URL.
   *
   * @throws InvalidSettingException if it is of no database that has a binding
   */
  static Binding ofUrl(String url) {
    return of(Database.ofUrl(url).id() + "-tls");
  }
}

/** Holds the services, which are loaded once. */
final class Bindings {
  static final List<Binding> ALL =
      ServiceLoader.load(Binding.class, Binding.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private Bindings() {}
}
