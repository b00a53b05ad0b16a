package dev.tlsbench.core.mysql;

import com.mysql.cj.Messages;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.InvalidConnectionAttributeException;
import com.mysql.cj.exceptions.WrongArgumentException;
import com.mysql.cj.jdbc.exceptions.PacketTooBigException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlOption;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;

/** Translates Connector/J's exceptions into one line with cause and remedy. */
final class MySqlFailure {
  /** MySQL Error Reference: access denied for the user, or for the user to this database. */
  private static final int ACCESS_DENIED = 1045;

  private static final int DATABASE_ACCESS_DENIED = 1044;

  /** MariaDB: the account can log in over a Unix socket only. */
  private static final int ACCESS_DENIED_NO_PASSWORD = 1698;

  private static final Set<Integer> LOGIN_REFUSED =
      Set.of(ACCESS_DENIED, DATABASE_ACCESS_DENIED, ACCESS_DENIED_NO_PASSWORD);

  private static final int UNKNOWN_DATABASE = 1049;
  private static final int TOO_MANY_CONNECTIONS = 1040;
  private static final int SECURE_TRANSPORT_REQUIRED = 3159;

  /** Values up to this length occur in messages by chance. */
  private static final int SHORT = 2;

  private static final String VARIABLES = PropertyKey.sessionVariables.getKeyName();

  /**
   * Syntax error; unknown, read-only, global or wrongly typed variable; wrong value; no privilege.
   */
  private static final Set<Integer> WRONG_VARIABLES =
      Set.of(1064, 1193, 1227, 1229, 1231, 1232, 1238);

  /** In the English message of MySQL and MariaDB. */
  private static final String NO_PASSWORD = "using password: NO";

  private static final String NO_TLS = Messages.getString("MysqlIO.15");
  private static final String NO_PUBLIC_KEY = Messages.getString("Sha256PasswordPlugin.2");

  private final boolean tls;
  private final Duration timeout;
  private final Secrets secrets;
  private final List<UrlOption> options;

  MySqlFailure(boolean tls, Duration timeout, Secrets secrets, List<UrlOption> options) {
    this.tls = tls;
    this.timeout = timeout;
    this.secrets = secrets;
    this.options = options;
  }

  /**
   * Describes a failure that an option of the URL has caused; empty for any other.
   *
   * <p>Time zones and the names of classes fail while Connector/J connects; the server itself
   * refuses {@code sessionVariables}.
   */
  Optional<InvalidSettingException> ofOption(SQLException failure) {
    Throwable root = Causes.root(failure);
    String said = secrets.hide(failure.getMessage());
    if (WRONG_VARIABLES.contains(failure.getErrorCode())) {
      return options.stream()
          .filter(option -> DriverOption.canonical(option.name()).equals(VARIABLES))
          .findFirst()
          .map(
              option ->
                  new InvalidSettingException(
                      option.name() + ": the server refuses it: " + said + "; correct it"));
    }
    boolean ofDriver =
        root instanceof ClassNotFoundException
            || root instanceof DateTimeException
            || root instanceof IllegalArgumentException
            || root instanceof WrongArgumentException
            || root instanceof InvalidConnectionAttributeException;
    if (!ofDriver) {
      return Optional.empty();
    }
    String message = String.valueOf(root.getMessage());
    String reason =
        root instanceof ClassNotFoundException
            ? "there is no class '" + secrets.hide(message) + "' on the class path"
            : secrets.hide(message);
    return options.stream()
        .filter(option -> option.value().length() > SHORT && message.contains(option.value()))
        .findFirst()
        .map(
            option ->
                new InvalidSettingException(
                    option.name()
                        + ": Connector/J refuses the value: "
                        + reason
                        + "; correct or remove it"));
  }

  ConnectFailedException explain(String server, SQLException failure) {
    // The exception of the socket factory or the TLS package is more precise than its
    // wrapper.
    return Causes.find(failure, ConnectFailedException.class)
        .orElseGet(
            () ->
                new ConnectFailedException(
                    LOGIN_REFUSED.contains(failure.getErrorCode()) ? Reason.LOGIN : Reason.OTHER,
                    server + ": " + reason(failure),
                    secrets.harmless(failure).orElse(null)));
  }

  private String reason(SQLException failure) {
    String said = secrets.hide(failure.getMessage());
    switch (failure.getErrorCode()) {
      case ACCESS_DENIED, ACCESS_DENIED_NO_PASSWORD -> {
        return said
            + (said.contains(NO_PASSWORD)
                ? "; no password was given, in the URL or as mysql.password: give it"
                : "; check user name and password")
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
      return "the password is wrong, or the server has not seen it since it started; it asks for the"
          + " password itself, which is never sent over plain text as it is; log in over TLS once,"
          + " or say allowPublicKeyRetrieval=true: who can pose as the server can then read the"
          + " password";
    }
    if (Causes.find(failure, SocketTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + timeout.toMillis()
          + " ms (connectTimeout); is this a MySQL port?";
    }
    Optional<NamingException> dns = Causes.find(failure, NamingException.class);
    if (dns.isPresent()) {
      return "the DNS has no servers for this mysql+srv name: "
          + secrets.hide(dns.get().getMessage())
          + "; check the host and the network";
    }
    if (Causes.find(failure, PacketTooBigException.class).isPresent()) {
      // The first bytes of another protocol, taken for a length.
      return "the answer is in another protocol; is this a MySQL port?";
    }
    Throwable root = Causes.root(failure);
    String first = root instanceof SQLException ? said : secrets.hide(root.getMessage());
    return "the login failed: " + first + "; check the URL and the server's log";
  }
}
