package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The table that holds the records, with the columns of the stock {@code jdbc} binding: {@code
 * YCSB_KEY} and one for each field.
 *
 * <p>The fields are binary, because YCSB's values are bytes; the stock binding's {@code TEXT}
 * columns suffice for text. Keys are compared byte by byte, so that equality and the order of scans
 * are the same as in other databases.
 */
record SqlTable(String name, List<String> fields) {
  static final String KEY = "YCSB_KEY";

  static SqlTable of(Properties properties) {
    int count = RunProperties.number(properties, "fieldcount", 10, 0);
    String prefix = properties.getProperty("fieldnameprefix", "field");
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(prefix + i);
    }
    return new SqlTable(properties.getProperty("table", "usertable"), List.copyOf(fields));
  }

  /** Returns the statement that creates the table with this name, up to its columns. */
  String create(String quotedName, SqlWords words) {
    StringBuilder sql =
        new StringBuilder("CREATE TABLE IF NOT EXISTS ")
            .append(quotedName)
            .append(" (" + KEY + " ")
            .append(words.keyType())
            .append(" PRIMARY KEY");
    for (String field : fields) {
      sql.append(", ").append(words.quoted(field)).append(' ').append(words.valueType());
    }
    return sql.append(')').toString();
  }

  /**
   * Returns the field of a column. Column names are not case-sensitive, but YCSB's fields are:
   * {@code FIELD0} of a table of the stock binding is {@code field0} of the workload.
   */
  String fieldOf(String column) {
    return Stream.concat(Stream.of(KEY), fields.stream())
        .filter(column::equalsIgnoreCase)
        .findFirst()
        .orElse(column);
  }
}
