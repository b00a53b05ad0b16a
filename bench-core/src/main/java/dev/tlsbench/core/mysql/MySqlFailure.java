package dev.tlsbench.core.mysql;

import com.mysql.cj.Messages;
import com.mysql.cj.jdbc.exceptions.PacketTooBigException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.Secrets;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;

/** Translates Connector/J's exceptions into one line with cause and remedy. */
record MySqlFailure(boolean tls, Duration timeout, Secrets secrets) {
  private static final String LOGIN =
      "check user name and password, and whether the account demands ";

  /** Remedies by error code (MySQL Error Reference; 1698 is MariaDB's), over plain text. */
  private static final Map<Integer, String> REMEDIES =
      Map.of(
          1040, "open fewer at a time, or raise the server's max_connections",
          1044, "grant the user its rights, or name another database in the URL",
          1045, LOGIN + "TLS (ssl-mode=VERIFY_IDENTITY)",
          1049, "create it, or name another in the URL",
          1698, LOGIN + "TLS (ssl-mode=VERIFY_IDENTITY)",
          3159, "the server accepts TLS only; say ssl-mode=VERIFY_IDENTITY");

  private static final Set<Integer> OF_LOGIN = Set.of(1044, 1045, 1698, 3159);

  /** Explanations by parts of Connector/J's messages, which mislead. */
  private static final Map<String, String> EXPLANATIONS =
      Map.of(
          Messages.getString("MysqlIO.15"),
          "the server offers no TLS; switch it on there, or say ssl-mode=DISABLED for plain text",
          Messages.getString("Sha256PasswordPlugin.2"),
          "the password is wrong, or the server has not seen it since it started; it asks for the"
              + " password itself, which is never sent over plain text as it is; log in over TLS"
              + " once, or say allowPublicKeyRetrieval=true: who can pose as the server can then"
              + " read the password");

  ConnectFailedException explain(String server, SQLException failure) {
    // The exception of the socket factory or the TLS package is more precise than its
    // wrapper.
    return Causes.find(failure, ConnectFailedException.class)
        .map(MySqlTls.DIALECT::inOwnWords)
        .orElseGet(
            () ->
                new ConnectFailedException(
                    OF_LOGIN.contains(failure.getErrorCode()) ? Reason.LOGIN : Reason.OTHER,
                    server + ": " + reason(failure),
                    secrets.harmless(failure).orElse(null)));
  }

  private String reason(SQLException failure) {
    String message = secrets.hide(failure.getMessage());
    String remedy = REMEDIES.get(failure.getErrorCode());
    if (remedy != null) {
      return message
          + "; "
          + (tls && remedy.startsWith(LOGIN)
              ? LOGIN + "a client certificate (ssl-cert, ssl-key)"
              : remedy);
    }
    if (Causes.find(failure, SocketTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + timeout.toMillis()
          + " ms (connectTimeout); is this a MySQL port?";
    }
    Throwable root = Causes.root(failure);
    boolean isOfDriver = root instanceof SQLException || root instanceof NamingException;
    return EXPLANATIONS.keySet().stream()
        .filter(message::contains)
        .findFirst()
        .map(EXPLANATIONS::get)
        // The first bytes of another protocol, taken for a length.
        .or(
            () ->
                Causes.find(failure, PacketTooBigException.class)
                    .map(big -> "the answer is in another protocol; is this a MySQL port?"))
        .orElseGet(
            () ->
                "the login failed: "
                    + (isOfDriver ? message : secrets.hide(root.getMessage()))
                    + "; check the URL and the server's log");
  }
}
