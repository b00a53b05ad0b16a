package dev.tlsbench.ycsb.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * A table's comment that records the progress of its load, so that an incomplete table is not used.
 *
 * @param table its name, which needs no quotes
 */
public record TableMark(String table) {
  private static final String OURS = "tlsbench";
  private static final String LOADING = OURS + ": loading";

  /** {@return the comment of a table that is being loaded, for {@code CREATE TABLE}} */
  public static String loading() {
    return "COMMENT='" + LOADING + "'";
  }

  /**
   * Marks the load as complete.
   *
   * @param statement a statement to use
   * @param content a description of the table's content, without quotes
   * @throws SQLException if the server refuses
   */
  public void loaded(Statement statement, String content) throws SQLException {
    statement.execute("ALTER TABLE " + table + " COMMENT='" + complete(content) + "'");
  }

  /**
   * Tests whether the table exists with this content.
   *
   * @param connection a connection to the table's database
   * @param content the argument of {@link #loaded}
   * @return {@code false} also if tlsbench did not create the table
   * @throws SQLException if the server refuses
   */
  public boolean isLoaded(Connection connection, String content) throws SQLException {
    return comment(connection).filter(complete(content)::equals).isPresent();
  }

  /**
   * Tests whether the load of the table is incomplete.
   *
   * @param connection a connection to the table's database
   * @return {@code false} also if the table does not exist
   * @throws SQLException if the server refuses
   */
  public boolean isLoading(Connection connection) throws SQLException {
    return comment(connection).filter(LOADING::equals).isPresent();
  }

  /**
   * Returns the content of the table.
   *
   * @param connection a connection to the table's database
   * @return the argument of {@link #loaded}; empty if the table does not exist, is being loaded, or
   *     was not created by tlsbench
   * @throws SQLException if the server refuses
   */
  public Optional<String> content(Connection connection) throws SQLException {
    return comment(connection)
        .filter(comment -> comment.startsWith(complete("")) && !comment.equals(LOADING))
        .map(comment -> comment.substring(complete("").length()));
  }

  /**
   * Drops the table if tlsbench created it.
   *
   * @param connection a connection to the table's database
   * @throws SQLException if tlsbench did not create it
   */
  public void drop(Connection connection) throws SQLException {
    Optional<String> comment = comment(connection);
    if (comment.isEmpty()) {
      return;
    }
    if (!comment.get().startsWith(OURS)) {
      throw new SQLException(
          table
              + " exists, and tlsbench did not create it; drop it, or use another database of"
              + " this server");
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE " + table);
    }
  }

  private Optional<String> comment(Connection connection) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT TABLE_COMMENT FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?")) {
      select.setString(1, table);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  private static String complete(String content) {
    return OURS + ": " + content;
  }
}
