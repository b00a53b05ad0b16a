package dev.tlsbench.ycsb.workload;

/**
 * Rows for one {@code INSERT} in sysbench's format, up to a length. Used by one thread at a time.
 */
public final class RowBatch {
  /** The length of sysbench's statements: {@code BULK_PACKET_SIZE} with a zero at the end. */
  public static final int STATEMENT_LENGTH = 512 * 1024 - 1;

  private static final String VALUES = " VALUES";
  private static final char SEPARATOR = ',';

  private final String head;
  private final int length;
  private final StringBuilder sql;

  /**
   * Creates an empty batch.
   *
   * @param length the maximum number of characters of a statement; all are ASCII
   */
  public RowBatch(String insert, int length) {
    this.head = insert + VALUES;
    this.length = length;
    this.sql = new StringBuilder(length).append(head);
  }

  public boolean isEmpty() {
    return sql.length() == head.length();
  }

  /** Tests whether a row fits; the first row always does. */
  public boolean fits(CharSequence row) {
    return isEmpty() || sql.length() + 1 + row.length() <= length;
  }

  public void add(CharSequence row) {
    if (!isEmpty()) {
      sql.append(SEPARATOR);
    }
    sql.append(row);
  }

  /** {@return the statement with the rows so far} The batch is empty afterwards. */
  public String take() {
    String statement = sql.toString();
    sql.setLength(head.length());
    return statement;
  }
}
