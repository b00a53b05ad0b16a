package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Map;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Adds remedies to pgjdbc's exceptions, by SQLSTATE and by what was seen of the log-in. */
final class PostgresFailure {
  /** The end of the names of SASL mechanisms that bind the log-in to the certificate. */
  static final String BINDS_CHANNEL = "-PLUS";

  private static final String PLACES =
      " (in the URL, as postgresql.password, or in ~/.pgpass or another passfile)";

  private static final String OTHER_CERTIFICATE =
      "something between ends TLS: its certificate is not the server's, to which the log-in is"
          + " bound; connect to the server itself, or say channel_binding=disable";

  /** PostgreSQL 18, Appendix A, "Error Codes". */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "28P01", "check user name and password" + PLACES,
          "3D000", "create it, or name another database in the URL",
          "53300", "open fewer at a time, or raise the server's max_connections",
          "57P03", "wait until the server is ready");

  private final PostgresUrl url;
  private final boolean direct;
  private final String refused;
  private final Secrets secrets;

  PostgresFailure(PostgresUrl url, TlsSettings settings) {
    this.url = url;
    this.secrets = url.secrets();
    this.direct = PostgresUrl.isDirect(settings);
    this.refused =
        "check the user and pg_hba.conf, and whether "
            + (!settings.enabled()
                ? "the server demands TLS (sslmode=verify-full)"
                : (settings.identity().certificateFile().isPresent()
                        ? ""
                        : "the account demands a client certificate (sslcert, sslkey), and whether ")
                    + "something between ends TLS, so that the server sees another connection");
  }

  /** Explains a failure, with what {@link LoginWatch#asked} says. */
  ConnectFailedException explain(SQLException failure, String asked) {
    // The exception of the socket or the TLS package is more precise than its wrapper.
    return Causes.find(failure, ConnectFailedException.class)
        .map(this::inOwnWords)
        .orElseGet(
            () ->
                new ConnectFailedException(
                    // The class of refused users and passwords.
                    String.valueOf(failure.getSQLState()).startsWith("28")
                        ? Reason.LOGIN
                        : Reason.OTHER,
                    HostAddress.list(url.hosts()) + ": " + reason(failure, asked),
                    secrets.harmless(failure).orElse(null)));
  }

  private ConnectFailedException inOwnWords(ConnectFailedException failure) {
    ConnectFailedException own = PostgresOptions.TLS.inOwnWords(failure);
    return direct && own.reason() == Reason.NO_TLS
        ? own.and("; direct TLS needs PostgreSQL 17 or later: remove sslnegotiation=direct")
        : own;
  }

  private String reason(SQLException failure, String asked) {
    if (Causes.find(failure, SocketTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + url.loginTimeout().toMillis()
          + " ms (connect_timeout); is this a PostgreSQL port?";
    }
    if (!asked.isEmpty() && !url.hasPassword()) {
      return "the server asks for a password, and none was given: give it" + PLACES;
    }
    ServerErrorMessage server =
        failure instanceof PSQLException known ? known.getServerErrorMessage() : null;
    String message = server == null ? failure.getMessage() : server.getMessage();
    String said = secrets.hide(message).replaceFirst("\\.$", "");
    String state = String.valueOf(failure.getSQLState());
    if (state.equals("28000")) {
      return said + "; " + (asked.endsWith(BINDS_CHANNEL) ? OTHER_CERTIFICATE : refused);
    }
    // The driver itself has ended the log-in.
    if (state.equals("08004")
        && url.channelBinding().equals("require")
        && !asked.startsWith("SCRAM")) {
      return "channel_binding=require is not met: " + said;
    }
    if (REMEDIES.containsKey(state)) {
      return said + "; " + REMEDIES.get(state);
    }
    Throwable root = Causes.root(failure);
    String cause = root instanceof SQLException ? "" : ": " + secrets.hide(root.getMessage());
    return "the log-in failed: " + said + cause + "; check the URL and the server's log";
  }
}
