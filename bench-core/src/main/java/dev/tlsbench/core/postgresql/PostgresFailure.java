package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.Secrets;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Translates pgjdbc's exceptions into one line with cause and remedy. */
final class PostgresFailure {
  private static final String PLACES =
      " (in the URL, as postgresql.password, or in ~/.pgpass or another passfile)";

  /** The class of SQLSTATE for refused users and passwords. */
  private static final String INVALID_AUTHORIZATION = "28";

  private final boolean tls;
  private final boolean direct;
  private final Duration timeout;
  private final Secrets secrets;

  PostgresFailure(boolean tls, boolean direct, Duration timeout, Secrets secrets) {
    this.tls = tls;
    this.direct = direct;
    this.timeout = timeout;
    this.secrets = secrets;
  }

  ConnectFailedException explain(String server, SQLException failure) {
    // The exception of the socket or the TLS package is more precise than its wrapper.
    return Causes.find(failure, ConnectFailedException.class)
        .map(
            known ->
                direct && known.reason() == Reason.NO_TLS
                    ? known.and(
                        "; direct TLS needs PostgreSQL 17 or later: remove sslnegotiation=direct")
                    : known)
        .orElseGet(
            () ->
                new ConnectFailedException(
                    String.valueOf(failure.getSQLState()).startsWith(INVALID_AUTHORIZATION)
                        ? Reason.LOGIN
                        : Reason.OTHER,
                    server + ": " + reason(failure),
                    secrets.harmless(failure).orElse(null)));
  }

  private String reason(SQLException failure) {
    String said = said(failure);
    // PostgreSQL 18, Appendix A, "Error Codes".
    return switch (String.valueOf(failure.getSQLState())) {
      case "28P01" -> said + "; check user name and password" + PLACES;
      case "28000" ->
          said
              + (tls
                  ? "; check the user, pg_hba.conf, and whether the account demands a client"
                      + " certificate (sslcert, sslkey)"
                  : "; check the user, pg_hba.conf, and whether the server demands TLS"
                      + " (sslmode=verify-full)");
      case "3D000" -> said + "; create it, or name another database in the URL";
      case "53300" -> said + "; open fewer at a time, or raise the server's max_connections";
      case "57P03" -> said + "; wait until the server is ready";
      default -> other(failure, said);
    };
  }

  private String said(SQLException failure) {
    ServerErrorMessage server =
        failure instanceof PSQLException known ? known.getServerErrorMessage() : null;
    String message = server == null ? failure.getMessage() : server.getMessage();
    return secrets.hide(message).replaceFirst("\\.$", "");
  }

  private String other(SQLException failure, String said) {
    if (Causes.find(failure, SocketTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + timeout.toMillis()
          + " ms (connect_timeout); is this a PostgreSQL port?";
    }
    // PostgresUrl gives an empty one if there is none.
    if (said.contains("the password is an empty string")) {
      return "the server asks for a password, and none was given: give it" + PLACES;
    }
    if (said.toLowerCase(Locale.ROOT).startsWith("channel binding is required")) {
      return "channel_binding=require is not met: "
          + said
          + "; give the user a SCRAM password on a server with TLS, or remove the option";
    }
    Throwable root = Causes.root(failure);
    String cause = root instanceof SQLException ? "" : ": " + secrets.hide(root.getMessage());
    return "the log-in failed: " + said + cause + "; check the URL and the server's log";
  }
}
