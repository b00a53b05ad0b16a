package dev.tlsbench.ycsb.workload.oltp;

/** Rows for one {@code INSERT}, up to a length. */
final class RowBatch {
  private static final String VALUES = " VALUES ";
  private static final String SEPARATOR = ", ";

  private final String head;
  private final int length;
  private final StringBuilder sql;

  /**
   * Creates an empty batch.
   *
   * @param insert the statement up to its {@code VALUES}
   * @param length the maximum number of characters of a statement; all are ASCII
   */
  RowBatch(String insert, int length) {
    this.head = insert + VALUES;
    this.length = length;
    this.sql = new StringBuilder(length).append(head);
  }

  boolean isEmpty() {
    return sql.length() == head.length();
  }

  /** Returns whether the row fits; the first row always does. */
  boolean fits(String row) {
    return isEmpty() || sql.length() + SEPARATOR.length() + row.length() <= length;
  }

  void add(String row) {
    if (!isEmpty()) {
      sql.append(SEPARATOR);
    }
    sql.append(row);
  }

  /** Returns the statement with the rows so far, and starts the next one. */
  String take() {
    String statement = sql.toString();
    sql.setLength(head.length());
    return statement;
  }
}
