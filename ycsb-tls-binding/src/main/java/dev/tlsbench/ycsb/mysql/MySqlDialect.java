package dev.tlsbench.ycsb.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import dev.tlsbench.ycsb.jdbc.SqlDialect;
import dev.tlsbench.ycsb.jdbc.SqlWords;
import dev.tlsbench.ycsb.jdbc.TableStorage;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.function.Predicate;

/** The SQL of MySQL and MariaDB. */
record MySqlDialect(TableStorage storage, String engine, Predicate<SQLException> repeatable)
    implements SqlDialect {
  private static final String ENGINE = "mysql_storage_engine";

  // MySQL ignores the index of a column without an SRID; MariaDB, where a column has none, skips
  // comments for MySQL 8: https://dev.mysql.com/doc/refman/9.7/en/spatial-index-optimization.html
  private static final String POINT_COLUMNS =
      "(location POINT NOT NULL /*!80003 SRID 0 */, elevation INT UNSIGNED NOT NULL,"
          + " ent_id INT UNSIGNED NOT NULL, time_sec INT UNSIGNED NOT NULL,"
          + " SPATIAL INDEX location (location)) ENGINE=InnoDB";

  static MySqlDialect of(Properties properties) {
    return new MySqlDialect(
        TableEncryption.of(properties),
        RunProperties.name(ENGINE, RunProperties.dashed(properties, ENGINE, "innodb")),
        IgnoredErrors.of(properties));
  }

  @Override
  public SqlWords words() {
    return new SqlWords(
        "`",
        "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
        "LONGBLOB",
        "INTEGER NOT NULL AUTO_INCREMENT",
        "0",
        "42S02",
        "SELECT TABLE_COMMENT FROM information_schema.TABLES"
            + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
        POINT_COLUMNS);
  }

  @Override
  public String tableOptions(String table, String engine, String comment, String storage) {
    return (engine.isEmpty() ? "" : " ENGINE=" + engine)
        + (comment.isEmpty() ? "" : " COMMENT='" + comment + "'")
        + storage;
  }

  @Override
  public String comment(String table, String comment) {
    return "ALTER TABLE " + table + " COMMENT='" + comment + "'";
  }

  /** Makes Connector/J read row by row from the socket, as {@code mysqldump} does. */
  @Override
  public void stream(Statement select) throws SQLException {
    select.setFetchSize(Integer.MIN_VALUE);
  }

  @Override
  public PreparedStatement prepareOnServer(Connection connection, String sql) throws SQLException {
    return connection.unwrap(JdbcConnection.class).serverPrepareStatement(sql);
  }

  @Override
  public boolean preparesBegin() {
    return false;
  }

  /** Names the index, as the original does: statistics are outdated right after a load. */
  @Override
  public String pointsInside(String table, String polygon) {
    return ("SELECT location, elevation, ent_id, time_sec FROM %s"
            + " FORCE INDEX (location) WHERE ST_Contains(ST_GeomFromText('%s'), location)")
        .formatted(table, polygon);
  }
}
