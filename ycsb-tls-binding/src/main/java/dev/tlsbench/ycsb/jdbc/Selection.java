package dev.tlsbench.ycsb.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared SELECT, and the fields of its columns. */
final class Selection {
  private final PreparedStatement statement;
  private @Nullable List<String> names;

  Selection(PreparedStatement statement, @Nullable List<String> names) {
    this.statement = statement;
    this.names = names;
  }

  PreparedStatement statement() {
    return statement;
  }

  /**
   * Returns the fields in the order of the columns, read from the first row if all are selected.
   */
  List<String> names(ResultSet row, SqlTable table) throws SQLException {
    List<String> known = names;
    if (known == null) {
      known = new ArrayList<>();
      ResultSetMetaData columns = row.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        known.add(table.fieldOf(columns.getColumnName(i)));
      }
      names = known;
    }
    return known;
  }
}
