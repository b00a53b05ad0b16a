package dev.tlsbench.embedded.cassandra;

import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JVM that runs Cassandra 5.0: the one of this process, or an older one on this machine if that
 * is too new. Cassandra needs a security manager, which Java 24 no longer has.
 */
final class CassandraJvm {
  private static final int OLDEST = 17;
  private static final int NEWEST = 21;
  private static final Pattern VERSION =
      Pattern.compile("^JAVA_VERSION=\"(\\d+)", Pattern.MULTILINE);

  /** Folders in which packages, SDKMAN and IDEs put JDKs. */
  private static final List<String> FOLDERS =
      List.of(
          "/usr/lib/jvm",
          "/opt",
          System.getProperty("user.home") + "/.sdkman/candidates/java",
          System.getProperty("user.home") + "/.jdks");

  private CassandraJvm() {}

  /**
   * Returns the home of a JVM.
   *
   * @throws StartFailedException if there is no suitable one
   */
  static Path home() throws StartFailedException {
    return find(
        Runtime.version().feature(),
        Path.of(System.getProperty("java.home")),
        System.getenv(),
        FOLDERS.stream().map(Path::of).toList());
  }

  /**
   * Finds a JVM.
   *
   * @param environment may name others, such as {@code JAVA_HOME} and {@code JAVA17_HOME}
   */
  static Path find(int running, Path own, Map<String, String> environment, List<Path> folders)
      throws StartFailedException {
    if (fits(running)) {
      return own;
    }
    Stream<Path> named =
        new TreeMap<>(environment)
            .entrySet().stream()
                .filter(variable -> variable.getKey().matches(".*(JAVA|JDK).*"))
                .flatMap(variable -> path(variable.getValue()));
    Stream<Path> installed = folders.stream().flatMap(CassandraJvm::content);
    return Stream.concat(named, installed)
        .filter(home -> fits(version(home)) && Files.isExecutable(home.resolve("bin/java")))
        .findFirst()
        .orElseThrow(
            () ->
                new StartFailedException(
                    "Cassandra: it runs on Java "
                        + OLDEST
                        + " to "
                        + NEWEST
                        + ", this is Java "
                        + running
                        + ", and no other was found by a variable such as JAVA17_HOME or in "
                        + folders.get(0)
                        + "; install one (Debian: openjdk-17-jre-headless) or set the variable, or"
                        + " give the URL of a server"));
  }

  private static boolean fits(int version) {
    return version >= OLDEST && version <= NEWEST;
  }

  /** Returns none for options such as JAVA_OPTS with letters that the locale lacks. */
  private static Stream<Path> path(String text) {
    try {
      return Stream.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  private static Stream<Path> content(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** Returns the feature version of a JDK or JRE by its file {@code release}; 0 if unknown. */
  private static int version(Path home) {
    try {
      Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }
}
