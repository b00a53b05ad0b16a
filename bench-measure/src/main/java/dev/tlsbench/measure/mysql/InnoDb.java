package dev.tlsbench.measure.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The storage engine of MySQL and MariaDB: tables on disk, of which a pool of pages is in memory
 * (manual: "The InnoDB Storage Engine"). For one thread at a time.
 */
record InnoDb(JdbcQueries queries) implements StorageEngine {
  private static final String PAGES = "Innodb_buffer_pool_pages_total";
  private static final String STATE = "Innodb_buffer_pool_resize_status";

  /**
   * Readings of the wanted size that count as the end, for servers that do not report it as
   * expected.
   */
  private static final int FITS_IN_A_ROW = 10;

  private static final String POOL = "innodb_buffer_pool_size";
  private static final long RESIZE_SECONDS = 60;
  private static final long POLL_MILLIS = 20;

  @Override
  public Pages pages() throws ConnectFailedException {
    Map<String, String> counts =
        queries.pairs(
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_pages_read',"
                + " 'Innodb_pages_written')");
    return new Pages(number(counts, "Innodb_pages_read"), number(counts, "Innodb_pages_written"));
  }

  /**
   * @throws ConnectFailedException if the server refuses, as this takes the privileges RELOAD (or
   *     FLUSH_TABLES) and LOCK TABLES
   */
  @Override
  public void flush(Collection<String> tables) throws ConnectFailedException {
    try {
      queries.execute("FLUSH TABLES " + quoted(tables) + " FOR EXPORT");
      queries.execute("UNLOCK TABLES");
    } catch (SQLException e) {
      throw new ConnectFailedException(
          "--flush: the server does not flush the tables: " + Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  @Override
  public long bytesOf(Collection<String> tables) throws ConnectFailedException {
    // Counts the pages again; otherwise the figures would be outdated.
    queries.pairs("ANALYZE TABLE " + quoted(tables));
    if (!variables("information_schema_stats_expiry").isEmpty()) {
      run("SET SESSION information_schema_stats_expiry = 0");
    }
    String names =
        tables.stream()
            .map(table -> "'" + table.replace("\\", "\\\\").replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    return queries
        .pairs(
            "SELECT TABLE_NAME, DATA_LENGTH + INDEX_LENGTH FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ("
                + names
                + ")")
        .values()
        .stream()
        .mapToLong(Long::parseLong)
        .sum();
  }

  @Override
  public long poolBytes() throws ConnectFailedException {
    return number(variables(POOL), POOL);
  }

  @Override
  public long poolStepBytes() throws ConnectFailedException {
    Map<String, String> steps =
        variables("innodb_buffer_pool_chunk_size", "innodb_buffer_pool_instances");
    // A MariaDB that chooses the size itself reports 0.
    return Math.max(1 << 20, number(steps, "innodb_buffer_pool_chunk_size"))
        * Math.max(1, number(steps, "innodb_buffer_pool_instances"));
  }

  /**
   * @throws ConnectFailedException if the server refuses, as this takes the privilege
   *     SYSTEM_VARIABLES_ADMIN (MariaDB: SUPER); the pool stays as it is then
   */
  @Override
  public void setPool(long bytes) throws ConnectFailedException {
    run(poolStatement(bytes));
  }

  @Override
  public String poolStatement(long bytes) {
    return "SET GLOBAL " + POOL + " = " + bytes;
  }

  @Override
  public void awaitPool(long bytes) throws ConnectFailedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RESIZE_SECONDS);
    for (int fits = 0; fits < FITS_IN_A_ROW; sleep()) {
      if (System.nanoTime() > end) {
        throw new ConnectFailedException(
            "the server did not resize its buffer pool within " + RESIZE_SECONDS + " s");
      }
      Map<String, String> status =
          queries.pairs(
              "SHOW GLOBAL STATUS WHERE Variable_name IN ('" + PAGES + "', '" + STATE + "')");
      long held = number(status, PAGES) * number(variables("innodb_page_size"), "innodb_page_size");
      boolean fit = held <= bytes && held >= bytes / 2 && poolBytes() == bytes;
      if (fit && status.getOrDefault(STATE, "").startsWith("Completed")) {
        return;
      }
      fits = fit ? fits + 1 : 0;
    }
  }

  private static void sleep() throws ConnectFailedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectFailedException("interrupted", e);
    }
  }

  private void run(String sql) throws ConnectFailedException {
    try {
      queries.execute(sql);
    } catch (SQLException e) {
      throw new ConnectFailedException(Secrets.NONE.hide(e.getMessage()), e);
    }
  }

  private Map<String, String> variables(String... names) throws ConnectFailedException {
    return queries.pairs(
        "SHOW VARIABLES WHERE Variable_name IN ('" + String.join("', '", names) + "')");
  }

  private static long number(Map<String, String> values, String name) {
    return Long.parseLong(values.getOrDefault(name, "0"));
  }

  private static String quoted(Collection<String> tables) {
    return tables.stream()
        .map(table -> "`" + table.replace("`", "``") + "`")
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    queries.close();
  }
}
