package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a password in libpq's password file, which is read once. As in libpq, a file that group or
 * others may access is ignored, with a warning. pgjdbc's own parser cannot be told the file, and
 * fails on a line without a password.
 *
 * @see <a href="https://www.postgresql.org/docs/18/libpq-pgpass.html">The Password File</a>
 */
final class PasswordFile {
  private static final String FIELD = "((?:\\\\.|[^:\\\\])*+\\\\?)";
  private static final Pattern LINE =
      Pattern.compile(String.join(":", Collections.nCopies(5, FIELD)) + "(?::.*)?");

  private final Path file;
  private @Nullable List<String> lines;
  private String whyIgnored = "";

  /** Names a file, {@code ~/.pgpass} if there is none, and does not access it yet. */
  PasswordFile(Optional<String> passfile) {
    this.file = Path.of(passfile.orElse(System.getProperty("user.home") + "/.pgpass"));
  }

  /** Finds the password of a user for all servers, as pgjdbc takes only one. */
  Optional<String> password(List<HostAddress> servers, String database, String user) {
    List<Optional<String>> found =
        servers.stream().map(server -> password(server, database, user)).distinct().toList();
    if (found.size() > 1) {
      throw new InvalidSettingException(
          file
              + ": the servers of the URL have different passwords in it, and pgjdbc takes one for"
              + " all; name one server");
    }
    return found.get(0);
  }

  private Optional<String> password(HostAddress server, String database, String user) {
    List<String> wanted = List.of(server.host(), Integer.toString(server.port()), database, user);
    return lines().stream()
        .filter(line -> !line.startsWith("#"))
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .filter(
            line ->
                IntStream.range(0, wanted.size())
                    .allMatch(
                        i ->
                            line.group(i + 1).equals("*")
                                || unescaped(line.group(i + 1)).equals(wanted.get(i))))
        .findFirst()
        .map(line -> unescaped(line.group(wanted.size() + 1)));
  }

  private static String unescaped(String field) {
    return field.replaceAll("\\\\(.)", "$1");
  }

  /** Returns why the file is ignored; empty if it is used, or missing. */
  Optional<String> warning() {
    lines();
    return Optional.of("password file " + file + ": ignored, as " + whyIgnored)
        .filter(warning -> !whyIgnored.isEmpty());
  }

  private synchronized List<String> lines() {
    if (lines == null) {
      lines = List.of();
      try {
        if (Files.isRegularFile(file) && !isPrivate(file, "------")) {
          whyIgnored = "others may access it; run chmod 600 on it";
        } else if (Files.isRegularFile(file)) {
          // Bytes that are not UTF-8 spoil their own line alone.
          lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
        }
      } catch (IOException e) {
        whyIgnored = "it cannot be read; check it";
      }
    }
    return lines;
  }

  /**
   * Refuses a key that others can read, as libpq does; a key of root may be readable by a group.
   */
  static void requirePrivate(String option, Path file) {
    try {
      if (!isPrivate(file, "------")
          && !(isPrivate(file, "r-----") && Files.getOwner(file).getName().equals("root"))) {
        throw new InvalidSettingException(
            option + ": others can read or change the key " + file + "; run chmod 600 on it");
      }
    } catch (IOException e) {
      // A missing file is reported when it is read.
    }
  }

  private static boolean isPrivate(Path file, String permissions) throws IOException {
    return !file.getFileSystem().supportedFileAttributeViews().contains("posix")
        || PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith(permissions);
  }
}
