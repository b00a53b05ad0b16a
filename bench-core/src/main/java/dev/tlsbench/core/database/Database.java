package dev.tlsbench.core.database;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A kind of database: its URLs and the bytes of its protocol before TLS. An implementation is found
 * as a service, and works without the database's driver until {@link #parse} is called.
 *
 * <p>Safe to share between threads.
 */
public abstract class Database {
  /** A place in a text for the name of a host or of a file. */
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+) ?([^}]*)}");

  private final String id;
  private final String product;
  private final int defaultPort;
  private final List<String> schemes;
  private final Set<String> programs;

  /**
   * Names a kind of database.
   *
   * @param id in bindings and properties, such as {@code mysql} in {@code mysql.url}
   * @param product in messages, such as {@code MySQL}
   * @param defaultPort of servers for which a URL names none, 1 to 65535
   * @param schemes the beginnings of its URLs, such as {@code mysql://}, the usual one first
   * @param programs its servers' executables, or main classes of those that are JVMs
   */
  protected Database(
      String id, String product, int defaultPort, List<String> schemes, Set<String> programs) {
    this.id = id;
    this.product = product;
    this.defaultPort = defaultPort;
    this.schemes = schemes;
    this.programs = programs;
  }

  public final String id() {
    return id;
  }

  public final String product() {
    return product;
  }

  public final int defaultPort() {
    return defaultPort;
  }

  public final List<String> schemes() {
    return schemes;
  }

  public final Set<String> programs() {
    return programs;
  }

  /** {@return the bytes of the protocol before TLS} */
  public abstract Preamble preamble();

  /**
   * Returns a sentence on connections that end before a login; empty if they have no consequences.
   */
  public Optional<String> noteOfProbe(int connections) {
    return Optional.empty();
  }

  /** Names of certificate files as a command line and a URL take them. */
  public interface FileNames {
    String shell(String name);

    String url(String name);
  }

  /**
   * Explains how a server and a client use certificates: {@code ca.pem}, and {@code server} and
   * {@code client} as {@code .pem} with both certificate and key, {@code -cert.pem} and {@code
   * -key.pem}. Reads {@code certificates.txt} beside the class.
   *
   * @param host a name or address in the server's certificate, an IPv6 address in brackets
   */
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    try (InputStream text = getClass().getResourceAsStream("certificates.txt")) {
      byte[] all = text == null ? new byte[0] : text.readAllBytes();
      return new String(all, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> encrypted || !line.startsWith("{encrypted}"))
          .map(line -> PLACE.matcher(line).replaceAll(place -> filled(place, host, files)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String filled(MatchResult place, String host, FileNames files) {
    return Matcher.quoteReplacement(
        switch (place.group(1)) {
          case "host" -> host;
          case "address" -> host.replaceAll("[\\[\\]]", "");
          case "shell" -> files.shell(place.group(2));
          case "url" -> files.url(place.group(2));
          default -> "";
        });
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public abstract DatabaseUrl parse(String url);

  /** Requires a driver, which a project adds to the class path. */
  public static void requireDriver(String className, String database, String artifact) {
    try {
      Class.forName(className, false, Database.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new InvalidSettingException(
          "the driver for " + database + " is missing; add " + artifact + " to the class path", e);
    }
  }

  /** Finds the kinds of databases on the class path, once for each JVM. */
  public static List<Database> all() {
    return Registered.ALL;
  }

  public static Database of(String id) {
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

  /** Finds the kind of database of a URL by its beginning. */
  public static Database ofUrl(String url) {
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

  /** Holds the services, which are loaded once. */
  private static final class Registered {
    static final List<Database> ALL =
        ServiceLoader.load(Database.class, Database.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }
}
