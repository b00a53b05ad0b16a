package dev.tlsbench.core.mysql;

import com.mysql.cj.Messages;
import dev.tlsbench.core.Causes;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.secret.Secrets;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Says in one line what Connector/J's exceptions mean and what to do. */
final class MySqlFailure {
  /** MySQL Error Reference: the user, or the user for this database, is turned away. */
  private static final int ACCESS_DENIED = 1045;

  private static final int DATABASE_ACCESS_DENIED = 1044;

  /** MariaDB: the account can log in over a Unix socket only. */
  private static final int ACCESS_DENIED_NO_PASSWORD = 1698;

  private static final int UNKNOWN_DATABASE = 1049;
  private static final int TOO_MANY_CONNECTIONS = 1040;
  private static final int SECURE_TRANSPORT_REQUIRED = 3159;

  private static final String NO_TLS = Messages.getString("MysqlIO.15");
  private static final String NO_PUBLIC_KEY = Messages.getString("Sha256PasswordPlugin.2");

  private final boolean tls;
  private final Duration timeout;
  private final Secrets secrets;

  MySqlFailure(boolean tls, Duration timeout, Secrets secrets) {
    this.tls = tls;
    this.timeout = timeout;
    this.secrets = secrets;
  }

  ConnectFailedException explain(String server, SQLException failure) {
    // What the socket factory or the TLS room threw says it better than what is wrapped around it.
    Optional<ConnectFailedException> own = Causes.find(failure, ConnectFailedException.class);
    if (own.isPresent()) {
      return own.get();
    }
    String message = server + ": " + reason(failure);
    Optional<Throwable> cause = secrets.harmless(failure);
    return cause.isPresent()
        ? new ConnectFailedException(message, cause.get())
        : new ConnectFailedException(message);
  }

  private String reason(SQLException failure) {
    String said = secrets.hide(failure.getMessage());
    switch (failure.getErrorCode()) {
      case ACCESS_DENIED, ACCESS_DENIED_NO_PASSWORD -> {
        return said
            + "; check user name and password"
            + (tls
                ? ", and whether the account demands a client certificate (ssl-cert, ssl-key)"
                : ", and whether the account demands TLS (ssl-mode=VERIFY_IDENTITY)");
      }
      case DATABASE_ACCESS_DENIED -> {
        return said + "; grant the user its rights, or name another database in the URL";
      }
      case UNKNOWN_DATABASE -> {
        return said + "; create it, or name another in the URL";
      }
      case TOO_MANY_CONNECTIONS -> {
        return said + "; open fewer at a time, or raise the server's max_connections";
      }
      case SECURE_TRANSPORT_REQUIRED -> {
        return "the server accepts TLS only; say ssl-mode=VERIFY_IDENTITY";
      }
      default -> {
        return reason(failure, said);
      }
    }
  }

  private String reason(SQLException failure, String said) {
    if (said.contains(NO_TLS)) {
      return "the server offers no TLS; switch it on there, or say ssl-mode=DISABLED for plain text";
    }
    if (said.contains(NO_PUBLIC_KEY)) {
      return "over plain text this account's password must be encrypted with the server's RSA key,"
          + " which may not be fetched; use TLS, or say allowPublicKeyRetrieval=true if nobody"
          + " between here and the server can pose as it";
    }
    if (Causes.find(failure, SocketTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + timeout.toMillis()
          + " ms (connectTimeout); is this a MySQL port?";
    }
    Throwable root = Causes.of(failure).reduce(failure, (outer, inner) -> inner);
    String first = root instanceof SQLException ? said : secrets.hide(root.getMessage());
    return "the login failed: " + first + "; check the URL and the server's log";
  }
}
