package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The table that holds the records, with the columns of the stock {@code jdbc} binding: {@code
 * YCSB_KEY} and one for each field.
 *
 * <p>The fields are {@code LONGBLOB}, because YCSB's values are bytes; the stock binding's {@code
 * TEXT} columns suffice for text. Keys are compared byte by byte, so that equality and the order of
 * scans are the same as in other databases.
 *
 * @param name the table of the workload
 * @param fields the names of its fields
 */
record MySqlTable(String name, List<String> fields) {
  static final String KEY = "YCSB_KEY";

  static MySqlTable of(Properties properties) {
    int count = RunProperties.number(properties, "fieldcount", 10, 0);
    String prefix = properties.getProperty("fieldnameprefix", "field");
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(prefix + i);
    }
    return new MySqlTable(properties.getProperty("table", "usertable"), List.copyOf(fields));
  }

  /** Returns the statement that creates the table, optionally under another name. */
  String create(Optional<String> otherName) {
    StringBuilder sql =
        new StringBuilder("CREATE TABLE IF NOT EXISTS ")
            .append(quoted(otherName.orElse(name)))
            .append(" (" + KEY + " VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
            .append(" PRIMARY KEY");
    fields.forEach(field -> sql.append(", ").append(quoted(field)).append(" LONGBLOB"));
    return sql.append(')').toString();
  }

  /**
   * Returns the field of a column. Column names are not case-sensitive, but YCSB's fields are:
   * {@code FIELD0} of a table of the stock binding is {@code field0} of the workload.
   */
  String fieldOf(String column) {
    return fields.stream().filter(column::equalsIgnoreCase).findFirst().orElse(column);
  }

  static String quoted(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }
}
