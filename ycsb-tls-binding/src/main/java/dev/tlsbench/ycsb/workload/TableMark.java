package dev.tlsbench.ycsb.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * What a table's comment says of how far its load came, so that a table that was filled by half is
 * not taken for a whole one.
 *
 * @param table its name, which needs no quotes
 */
public record TableMark(String table) {
  private static final String OURS = "tlsbench";
  private static final String LOADING = OURS + ": loading";

  /**
   * What a table says that is being filled.
   *
   * @return for the end of {@code CREATE TABLE}
   */
  public static String loading() {
    return "COMMENT='" + LOADING + "'";
  }

  /**
   * Says that the load is complete.
   *
   * @param statement of the connection to use
   * @param what of, without quotes
   * @throws SQLException if the server refuses
   */
  public void loaded(Statement statement, String what) throws SQLException {
    statement.execute("ALTER TABLE " + table + " COMMENT='" + complete(what) + "'");
  }

  /**
   * Whether the table is there, and was filled with just that.
   *
   * @param connection to the table's database
   * @param what as it was given to {@link #loaded}
   * @return {@code false} too if somebody else made the table
   * @throws SQLException if the server refuses
   */
  public boolean isLoaded(Connection connection, String what) throws SQLException {
    return comment(connection).filter(complete(what)::equals).isPresent();
  }

  /**
   * Whether the table is there, and its load did not come to its end.
   *
   * @param connection to the table's database
   * @return {@code false} too if it is not there
   * @throws SQLException if the server refuses
   */
  public boolean isLoading(Connection connection) throws SQLException {
    return comment(connection).filter(LOADING::equals).isPresent();
  }

  /**
   * What the table was filled with.
   *
   * @param connection to the table's database
   * @return as it was given to {@link #loaded}; empty if the table is not there, is being filled,
   *     or was made by somebody else
   * @throws SQLException if the server refuses
   */
  public Optional<String> content(Connection connection) throws SQLException {
    return comment(connection)
        .filter(comment -> comment.startsWith(complete("")) && !comment.equals(LOADING))
        .map(comment -> comment.substring(complete("").length()));
  }

  /**
   * Removes the table if it is of tlsbench's making.
   *
   * @param connection to the table's database
   * @throws SQLException if somebody else made it
   */
  public void drop(Connection connection) throws SQLException {
    Optional<String> comment = comment(connection);
    if (comment.isEmpty()) {
      return;
    }
    if (!comment.get().startsWith(OURS)) {
      throw new SQLException(
          table
              + " is there, and tlsbench did not make it; drop it, or use another database of this"
              + " server");
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

  private static String complete(String what) {
    return OURS + ": " + what;
  }
}
