package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import java.util.regex.Pattern;

/** Refuses URLs that name a Unix socket: connections are made and measured over TCP. */
public final class UnixSocket {
  private static final Pattern FILE =
      Pattern.compile("(?:^|[(,]|host=)/[^@(),:=]*\\.sock(?![\\w.-])", Pattern.CASE_INSENSITIVE);

  private static final Pattern PATH = Pattern.compile("/[\\w./-]+|[\\w-]+\\.sock(?::\\d*)?");

  private UnixSocket() {}

  /**
   * Checks hosts and database of a URL before they are parsed.
   *
   * @param database the database product, such as {@code MySQL}
   * @param place the URL without scheme, user and options, encoded or not; never quoted, since it
   *     may hold a password whose at-sign was forgotten
   * @throws InvalidSettingException if it has the path of a file whose name ends in {@code .sock}
   */
  public static void refusePath(String database, String place) {
    if (FILE.matcher(decoded(place)).find()) {
      throw refusal(database, "the path of a Unix socket");
    }
  }

  /**
   * Checks one host.
   *
   * @param database the database product, such as {@code MongoDB}
   * @param host the host, encoded or not, with its port or without; quoted only if it looks like a
   *     path, since it may be user and password whose at-sign was forgotten
   * @throws InvalidSettingException if it is the path of a file, or its name ends in {@code .sock}
   */
  public static void refuseHost(String database, String host) {
    String decoded = decoded(host);
    if (decoded.contains("/") || decoded.matches(".*\\.sock(:\\d*)?")) {
      throw refusal(
          database,
          PATH.matcher(decoded).matches()
              ? "the Unix socket '" + decoded + "' as a host"
              : "the path of a file as a host");
    }
  }

  private static String decoded(String text) {
    return text.replaceAll("(?i)%2f", "/").replaceAll("(?i)%2e", ".");
  }

  private static InvalidSettingException refusal(String database, String found) {
    return new InvalidSettingException(
        "the %s URL has %s; connections are made over TCP, so name a host and a port"
            .formatted(database, found));
  }
}
