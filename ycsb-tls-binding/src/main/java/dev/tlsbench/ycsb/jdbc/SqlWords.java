package dev.tlsbench.ycsb.jdbc;

/**
 * Short pieces of SQL that differ between databases.
 *
 * @param valueType the type of a column for the bytes of a field
 * @param numberedType the type of a column that the server numbers, never null
 * @param nextNumber the value for which the server inserts the next number; empty if a row without
 *     that column gets one, as sysbench's do then
 * @param selectComment a query for a table's comment, never null; its only parameter is the name
 * @param pointColumns the columns of a table of points in parentheses, with an index of {@code
 *     location}; the others are {@code elevation}, {@code ent_id} and {@code time_sec}
 */
public record SqlWords(
    String quote,
    String keyType,
    String valueType,
    String numberedType,
    String nextNumber,
    String noSuchTable,
    String selectComment,
    String pointColumns) {
  public String quoted(String identifier) {
    return quote + identifier.replace(quote, quote + quote) + quote;
  }
}
