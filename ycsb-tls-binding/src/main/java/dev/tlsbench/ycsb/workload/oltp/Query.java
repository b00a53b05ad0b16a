package dev.tlsbench.ycsb.workload.oltp;

/** The statements of sysbench's models that are prepared once for each table. */
enum Query {
  POINT_SELECT("SELECT c FROM %s WHERE id=?"),
  SIMPLE_RANGE("SELECT c FROM %s WHERE id BETWEEN ? AND ?"),
  SUM_RANGE("SELECT SUM(k) FROM %s WHERE id BETWEEN ? AND ?"),
  ORDER_RANGE("SELECT c FROM %s WHERE id BETWEEN ? AND ? ORDER BY c"),
  DISTINCT_RANGE("SELECT DISTINCT c FROM %s WHERE id BETWEEN ? AND ? ORDER BY c"),
  INDEX_UPDATE("UPDATE %s SET k=k+1 WHERE id=?"),
  NON_INDEX_UPDATE("UPDATE %s SET c=? WHERE id=?"),
  DELETE("DELETE FROM %s WHERE id=?"),
  INSERT("INSERT INTO %s (id, k, c, pad) VALUES (?, ?, ?, ?)"),
  BEGIN("BEGIN"),
  COMMIT("COMMIT");

  private final String template;

  Query(String template) {
    this.template = template;
  }

  String sql(String table) {
    return String.format(template, table);
  }
}
