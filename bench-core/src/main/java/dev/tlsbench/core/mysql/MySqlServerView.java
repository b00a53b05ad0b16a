package dev.tlsbench.core.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection as the server sees it (MySQL 9.7 Reference Manual, "Server Status Variables").
 *
 * <p>MariaDB (10.11) keeps {@code Ssl_sessions_reused} at 0 even for a session that was resumed;
 * what {@link MySqlConnections#ledger} has from the handshake itself holds for both servers.
 *
 * @param protocol {@code Ssl_version}, such as {@code TLSv1.3}; {@code null} for plain text
 * @param cipherSuite {@code Ssl_cipher}, in OpenSSL's spelling; {@code null} for plain text
 * @param resumed whether {@code Ssl_sessions_reused} is more than 0
 */
public record MySqlServerView(
    @Nullable String protocol, @Nullable String cipherSuite, boolean resumed) {
  private static final String QUERY =
      "SHOW SESSION STATUS WHERE Variable_name IN"
          + " ('Ssl_version', 'Ssl_cipher', 'Ssl_sessions_reused')";

  static MySqlServerView of(Connection connection) throws SQLException {
    Map<String, String> status = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      while (rows.next()) {
        status.put(rows.getString(1), rows.getString(2));
      }
    }
    return new MySqlServerView(
        orNull(status.get("Ssl_version")),
        orNull(status.get("Ssl_cipher")),
        !status.getOrDefault("Ssl_sessions_reused", "0").equals("0"));
  }

  private static @Nullable String orNull(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }
}
