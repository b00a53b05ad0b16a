package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.ycsb.store.LoadMark;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A mark in the comment of a table. */
public record TableMark(SqlConnection sql, String table) implements LoadMark {
  private static final String OURS = "tlsbench";
  private static final String LOADING = OURS + ": loading";

  /**
   * Drops the table if tlsbench created it, and creates it without rows, marked as being loaded.
   *
   * @param engine its storage engine; empty for the default
   * @throws SQLException if tlsbench did not create the existing one
   */
  public void create(String columns, String engine) throws SQLException {
    drop();
    String storage = sql.dialect().storage().clause(sql.connection());
    sql.execute(
        "CREATE TABLE "
            + table
            + " "
            + columns
            + sql.dialect().tableOptions(table, engine, LOADING, storage));
  }

  @Override
  public void loaded(String content) throws SQLException {
    String analyze = sql.dialect().analyze(table);
    if (!analyze.isEmpty()) {
      sql.execute(analyze);
    }
    sql.execute(sql.dialect().comment(table, complete(content)));
  }

  @Override
  public boolean isLoaded(String content) throws SQLException {
    return comment().filter(complete(content)::equals).isPresent();
  }

  @Override
  public boolean isLoading() throws SQLException {
    return comment().filter(LOADING::equals).isPresent();
  }

  @Override
  public Optional<String> content() throws SQLException {
    String prefix = OURS + ": ";
    return comment()
        .filter(comment -> comment.startsWith(prefix) && !comment.equals(LOADING))
        .map(comment -> comment.substring(prefix.length()));
  }

  private void drop() throws SQLException {
    Optional<String> comment = comment();
    if (comment.isEmpty()) {
      return;
    }
    if (!comment.get().startsWith(OURS)) {
      throw new SQLException(
          table
              + " exists, and tlsbench did not create it; drop it, or use another database of"
              + " this server");
    }
    sql.execute("DROP TABLE " + table);
  }

  private Optional<String> comment() throws SQLException {
    try (PreparedStatement select =
        sql.connection().prepareStatement(sql.dialect().words().selectComment())) {
      select.setString(1, table);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }

  private String complete(String content) {
    return OURS + ": " + content + sql.dialect().storage().inMark();
  }
}
