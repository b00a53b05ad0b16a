package dev.tlsbench.ycsb.workload.oltp;

/** Rows for one {@code INSERT}, up to a length. */
final class RowBatch {
  private static final String VALUES = " VALUES ";
  private static final String SEPARATOR = ", ";

  private final String head;
  private final int length;
  private final StringBuilder sql;

  /**
   * Begins without rows.
   *
   * @param insert the statement as far as its {@code VALUES}
   * @param length the most characters that a statement may have; all are ASCII
   */
  RowBatch(String insert, int length) {
    this.head = insert + VALUES;
    this.length = length;
    this.sql = new StringBuilder(length).append(head);
  }

  boolean isEmpty() {
    return sql.length() == head.length();
  }

  /** Whether there is room for one more; the first row always fits. */
  boolean fits(String row) {
    return isEmpty() || sql.length() + SEPARATOR.length() + row.length() <= length;
  }

  void add(String row) {
    if (!isEmpty()) {
      sql.append(SEPARATOR);
    }
    sql.append(row);
  }

  /** The statement with the rows so far; begins the next one. */
  String take() {
    String statement = sql.toString();
    sql.setLength(head.length());
    return statement;
  }
}
