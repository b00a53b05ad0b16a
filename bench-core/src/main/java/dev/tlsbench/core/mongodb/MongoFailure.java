package dev.tlsbench.core.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoInternalException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoTimeoutException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsDialect;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Translates the driver's exceptions into one line with cause and remedy. */
final class MongoFailure {
  private final TlsSettings tls;
  private final Secrets secrets;

  /** Creates a translator for one client. */
  MongoFailure(TlsSettings tls, Secrets secrets) {
    this.tls = tls;
    this.secrets = secrets;
  }

  /**
   * Explains a failure that the driver threw for one server, or for all servers of the URL.
   *
   * @param addresses the addresses of the server's host, in the order in which the driver tries
   *     them; empty if unknown
   */
  ConnectFailedException explain(String server, List<String> addresses, Throwable failure) {
    // The TLS package's own exception is more precise than the driver's wrapper.
    ConnectFailedException explained =
        Causes.find(failure, ConnectFailedException.class)
            .map(MongoTlsOptions.NAMES::inOwnWords)
            .or(() -> tcp(failure).map(tcp -> ConnectFailedException.ofTcp(server, tcp)))
            .orElseGet(() -> because(server + ": " + reason(failure), failure));
    return addresses.size() < 2 || !isRefused(failure)
        ? explained
        : explained.and(
            "; the host has the addresses "
                + String.join(" and ", addresses)
                + ", and the MongoDB driver does not try another one if one refuses: name the one"
                + " that the server listens on in the URL");
  }

  /** The driver tries the next address of a host only if one does not answer in time. */
  private static boolean isRefused(Throwable failure) {
    return Causes.find(failure, ConnectException.class).isPresent()
        || Causes.find(failure, NoRouteToHostException.class).isPresent();
  }

  /** Creates the exception; the driver's own is its cause unless it contains a secret. */
  ConnectFailedException because(String message, @Nullable Throwable failure) {
    boolean login =
        failure != null && Causes.find(failure, MongoSecurityException.class).isPresent();
    return new ConnectFailedException(
        login ? Reason.LOGIN : Reason.OTHER,
        message,
        Optional.ofNullable(failure).flatMap(secrets::harmless).orElse(null));
  }

  /** Returns the socket's exception if the TCP connect failed. */
  private static Optional<? extends Throwable> tcp(Throwable failure) {
    Optional<UnknownHostException> unknown = Causes.find(failure, UnknownHostException.class);
    return unknown.isPresent()
        ? unknown
        : Causes.find(failure, MongoSocketOpenException.class).map(Throwable::getCause);
  }

  private String reason(Throwable failure) {
    Optional<MongoSecurityException> security = Causes.find(failure, MongoSecurityException.class);
    if (security.isPresent()) {
      return "authentication failed: "
          + secrets.hide(message(security.get())).replaceFirst("\\.$", "")
          + "; check user name, password, authSource and authMechanism in the URL";
    }
    Optional<SSLException> ssl = Causes.find(failure, SSLException.class);
    if (ssl.isPresent()) {
      return "TLS failed: "
          + secrets.hide(ssl.get().getMessage())
          + "; "
          + TlsDialect.closedBecause(tls);
    }
    return socketReason(failure);
  }

  private String socketReason(Throwable failure) {
    if (Causes.find(failure, MongoSocketReadTimeoutException.class).isPresent()) {
      return noAnswer();
    }
    if (Causes.find(failure, MongoSocketReadException.class).isPresent()
        || Causes.find(failure, MongoSocketWriteException.class).isPresent()) {
      return "the server closed the connection without an answer; " + TlsDialect.closedBecause(tls);
    }
    if (Causes.find(failure, MongoInternalException.class).isPresent()) {
      // The first bytes of another protocol, taken for a length.
      return "the answer is in another protocol; is this a MongoDB port?";
    }
    String message = secrets.hide(message(failure));
    return Causes.find(failure, MongoTimeoutException.class).isPresent()
        ? "no suitable server within the time-out: "
            + message
            + "; check the URL's readPreference"
            + " and replicaSet, or raise serverSelectionTimeoutMS"
        : message + "; check the URL and the server's log";
  }

  /** Describes a server that accepts the connection and does not answer. */
  String noAnswer() {
    return "the server accepted the connection but did not answer in time (connectTimeoutMS,"
        + " serverSelectionTimeoutMS); is this a MongoDB port"
        + (!tls.enabled() ? ", and does it expect TLS? then say tls=true" : "?");
  }

  /** Describes a server from which nothing was received. */
  String silence() {
    return "no answer in time (serverSelectionTimeoutMS); check address and firewall, and whether"
        + " this is a MongoDB port"
        + (!tls.enabled() ? " that expects TLS (tls=true)" : "");
  }

  private static @Nullable String message(Throwable failure) {
    Optional<MongoCommandException> command = Causes.find(failure, MongoCommandException.class);
    if (command.isPresent()) {
      return command.get().getErrorMessage();
    }
    Throwable cause = failure.getCause();
    return failure instanceof MongoSecurityException && cause != null
        ? cause.getMessage()
        : failure.getMessage();
  }
}
