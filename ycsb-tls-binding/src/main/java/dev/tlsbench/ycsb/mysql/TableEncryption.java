package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.TableStorage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Encryption at rest of a table's files.
 *
 * <p>MySQL: {@code ENCRYPTION='Y'}, which needs a keyring component (<a
 * href="https://dev.mysql.com/doc/refman/9.7/en/innodb-data-encryption.html">InnoDB data-at-rest
 * encryption</a>). MariaDB: {@code ENCRYPTED=YES}, which needs a key management plugin (<a
 * href="https://mariadb.com/kb/en/innodb-encryption-overview/">InnoDB encryption</a>). A server
 * without either refuses to create the table.
 *
 * @param wanted {@code null} for the server's default
 */
record TableEncryption(@Nullable Boolean wanted) implements TableStorage {
  /** The property: {@code Y} or {@code N}. */
  static final String PROPERTY = "mysql.table.encryption";

  private static final Pattern ENCRYPTED =
      Pattern.compile("ENCRYPTION=[\"']?Y|ENCRYPTED[`\"']?=[`\"']?YES", Pattern.CASE_INSENSITIVE);

  /**
   * @throws InvalidSettingException if the property is neither {@code Y} nor {@code N}
   */
  static TableEncryption of(Properties properties) {
    String value = properties.getProperty(PROPERTY);
    if (value == null) {
      return new TableEncryption(null);
    }
    return switch (value.strip()) {
      case "Y" -> new TableEncryption(true);
      case "N" -> new TableEncryption(false);
      default ->
          throw new InvalidSettingException(
              PROPERTY + ": '" + value + "' is neither Y nor N; give one of the two");
    };
  }

  @Override
  public String inMark() {
    return wanted == null ? "" : ", encryption=" + wanted;
  }

  @Override
  public String clause(Connection connection) throws SQLException {
    if (wanted == null) {
      return "";
    }
    if (!connection.getMetaData().getDatabaseProductVersion().contains("MariaDB")) {
      return " ENCRYPTION='" + (wanted ? "Y" : "N") + "'";
    }
    if (wanted && !hasKeys(connection)) {
      // The server itself would report "Wrong create options".
      throw new SQLException(
          PROPERTY + ": this MariaDB has no key management plugin, such as file_key_management");
    }
    return " ENCRYPTED=" + (wanted ? "YES" : "NO");
  }

  private static boolean hasKeys(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT COUNT(*) FROM information_schema.PLUGINS"
                    + " WHERE PLUGIN_TYPE = 'ENCRYPTION' AND PLUGIN_STATUS = 'ACTIVE'");
        ResultSet row = select.executeQuery()) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  @Override
  public void check(Connection connection, String table) throws SQLException {
    if (wanted == null) {
      return;
    }
    Optional<Boolean> found = isEncrypted(connection, table);
    if (found.isPresent() && !found.get().equals(wanted)) {
      throw new SQLException(
          PROPERTY
              + ": "
              + table
              + " exists, and is "
              + (found.get() ? "encrypted" : "not encrypted")
              + "; drop it, or use another name");
    }
  }

  private static Optional<Boolean> isEncrypted(Connection connection, String table)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT CREATE_OPTIONS FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?")) {
      select.setString(1, table);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(ENCRYPTED.matcher(String.valueOf(row.getString(1))).find())
            : Optional.empty();
      }
    }
  }
}
