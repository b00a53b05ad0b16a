package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * A database as it is measured, found as a service.
 *
 * <p>Thread-safe.
 */
public interface MeasuredDatabase {
  String databaseId();

  /** Opens a connection for queries about the server; some connect with the first query. */
  ServerView view(Properties properties) throws ConnectFailedException;

  /** Connects once, directly, for measuring connections. */
  Access access(Properties properties, Route route) throws ConnectFailedException;

  /**
   * Logs in once, over TLS, before anything else connects, if the server may refuse a plain log-in
   * that no log-in over TLS came before. Any failure but a refused password is left to those who
   * connect later.
   *
   * @throws ConnectFailedException if the server refuses user or password
   */
  default void logIn(Iterable<Properties> clients) throws ConnectFailedException {}

  /**
   * Logs in over TLS, then without it but with no password as it is: the way to learn whether some
   * servers let plain text in. Empty without a log-in.
   *
   * @throws ConnectFailedException if it remains unknown
   */
  default Optional<Boolean> letsPlainTextIn(Properties properties, TlsSettings tls)
      throws ConnectFailedException {
    return Optional.empty();
  }

  /** Returns whether each client has a connection of its own, which it can close and open again. */
  default boolean canReconnect() {
    return false;
  }

  /** Returns whether a reply can have any length without reading a table. */
  default boolean canRepeat() {
    return false;
  }

  default boolean hasStorage() {
    return false;
  }

  /** Opens a connection to the storage engine, if it is known. */
  default Optional<StorageEngine> storage(Properties properties) throws ConnectFailedException {
    return Optional.empty();
  }

  /** Explains the parts of a connection that this database has in its own way. */
  default List<String> notesOnParts(boolean logIn) {
    return List.of();
  }

  /**
   * Returns the most by which ratios of a comparison have differed between starts of such a server,
   * as a fraction of 1. A result holds for one start, or for a few, so its interval does not show
   * this. Five starts of MySQL 9.7 had 1.1097 to 1.1185 (docs/results/precision.md).
   */
  default double startSpread(boolean embedded) {
    return 0.008;
  }

  /** Explains the figures of a script that builds clients; sentences. */
  default List<String> notesOnScript() {
    return List.of();
  }

  /** Finds a database. */
  static MeasuredDatabase of(Database database) {
    return ServiceLoader.load(MeasuredDatabase.class, MeasuredDatabase.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(measured -> measured.databaseId().equals(database.id()))
        .findFirst()
        .orElseThrow(
            () -> new InvalidSettingException(database.product() + ": cannot be measured here"));
  }
}
