package dev.tlsbench.core.url;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The meaning of a driver's exceptions: the first row whose type has occurred counts. */
public record FailureTable(List<Row> rows) {
  /**
   * The meaning of a type.
   *
   * @param sentence with {0} for the messages of the exception and of its root, {1} for that of the
   *     root, and {2} for a question about TLS on the port; not used for an unreachable server
   */
  public record Row(Class<? extends Throwable> type, Reason reason, String sentence) {}

  /** Returns a failure in one line, whose cause is the exception unless it has a secret in it. */
  public ConnectFailedException explain(
      String server, Throwable failure, TlsSettings tls, Secrets secrets) {
    for (Row row : rows) {
      Optional<Throwable> found = all(failure).filter(row.type::isInstance).findFirst();
      if (found.isPresent()) {
        return row.reason == Reason.UNREACHABLE
            ? ConnectFailedException.ofTcp(server, found.get())
            : new ConnectFailedException(
                row.reason,
                server
                    + ": "
                    + row.sentence
                        .replace("{2}", TlsDialect.closedBecause(tls))
                        .replace("{1}", root(found.get(), secrets))
                        .replace("{0}", message(found.get(), secrets)),
                secrets.harmless(failure).orElse(null));
      }
    }
    throw new IllegalArgumentException("no row for this exception", failure);
  }

  /** {@return the message of a driver's exception, and that of its root, which may have more} */
  public static String message(Throwable failure, Secrets secrets) {
    String message = secrets.hide(failure.getMessage()).replaceFirst("\\.$", "");
    String root = root(failure, secrets);
    return root.isEmpty() || message.contains(root) ? message : message + " (" + root + ")";
  }

  private static String root(Throwable failure, Secrets secrets) {
    return secrets.hide(Causes.root(failure).getMessage()).replaceFirst("\\.$", "");
  }

  /** Returns the causes, and what was suppressed beside them, as a failed TCP connect is. */
  private static Stream<Throwable> all(Throwable thrown) {
    return Causes.of(thrown)
        .flatMap(cause -> Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed())));
  }
}
