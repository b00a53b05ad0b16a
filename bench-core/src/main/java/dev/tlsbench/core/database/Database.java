package dev.tlsbench.core.database;

import dev.tlsbench.core.InvalidSettingException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A kind of database: its URLs and the bytes of its protocol before TLS. An implementation is found
 * as a service, and works without the database's driver until {@link #parse} is called.
 *
 * <p>Safe to share between threads.
 */
public interface Database {
  /** {@return the name in bindings and properties, such as {@code mysql} in {@code mysql.url}} */
  String id();

  /** {@return the name in messages, such as {@code MySQL}} */
  String product();

  /** {@return the port of servers for which a URL names none, 1 to 65535} */
  int defaultPort();

  /** {@return the beginnings of its URLs, such as {@code mysql://}, the usual one first} */
  List<String> schemes();

  /** {@return the names of its servers' executables, or main classes of those that are JVMs} */
  Set<String> programs();

  /** {@return the bytes of the protocol before TLS} */
  Preamble preamble();

  /**
   * Returns what to know about connections that end before a login, such as a limit of the server.
   *
   * @param connections the number of connections, 1 or more
   * @return a sentence; empty if such connections have no consequences
   */
  default Optional<String> noteOfProbe(int connections) {
    return Optional.empty();
  }

  /** Names of certificate files as a command line and a URL take them. */
  interface FileNames {
    /**
     * Returns a file for a shell.
     *
     * @param name such as {@code ca.pem}
     */
    String shell(String name);

    /**
     * Returns a file for an option of a URL.
     *
     * @param name such as {@code ca.pem}
     */
    String url(String name);
  }

  /**
   * Explains how a server and a client use certificates: {@code ca.pem}, and {@code server} and
   * {@code client} as {@code .pem} with both certificate and key, {@code -cert.pem} and {@code
   * -key.pem}.
   *
   * @param host a name or address in the server's certificate, an IPv6 address in brackets
   * @return lines of text; empty by default
   */
  default List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    return List.of();
  }

  /**
   * Parses a URL. Accesses neither files nor the network.
   *
   * @throws InvalidSettingException if the URL is malformed, two of its TLS options contradict each
   *     other, or the driver is missing
   */
  DatabaseUrl parse(String url);

  /**
   * Finds the kinds of databases on the class path, once for each JVM.
   *
   * @return all of them, in the order of their registration
   */
  static List<Database> all() {
    return Registered.ALL;
  }

  /**
   * Finds a kind of database by its name.
   *
   * @param id such as {@code mysql}
   * @throws InvalidSettingException if there is none with this name
   */
  static Database of(String id) {
    return all().stream()
        .filter(database -> database.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "there is no database '"
                        + id
                        + "'; choose one of "
                        + all().stream().map(Database::id).collect(Collectors.joining(", "))));
  }

  /**
   * Finds the kind of database of a URL by its beginning.
   *
   * @throws InvalidSettingException if no kind has such URLs
   */
  static Database ofUrl(String url) {
    String given = url.strip().toLowerCase(Locale.ROOT);
    Optional<Database> found =
        all().stream()
            .filter(database -> database.schemes().stream().anyMatch(given::startsWith))
            .findFirst();
    return found.orElseThrow(
        () ->
            new InvalidSettingException(
                "URL: begins with none of "
                    + all().stream()
                        .flatMap(database -> database.schemes().stream())
                        .collect(Collectors.joining(", "))
                    + " (it is not shown, as it may hold a password)"));
  }
}

/** Holds the services, which are loaded once. */
final class Registered {
  static final List<Database> ALL =
      ServiceLoader.load(Database.class, Database.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private Registered() {}
}
