package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;

/** The options of sysbench's {@code oltp_common.lua}, with their defaults. */
record OltpOptions(Tables tables, Transactions transactions, boolean serverPrepared) {
  /**
   * The tables.
   *
   * @param autoInc true if the server numbers the rows
   * @param secondary true if {@code id} has a secondary index instead of the primary key
   * @param createSecondary true if {@code k} gets an index after the load
   */
  record Tables(
      String prefix,
      int count,
      int size,
      boolean autoInc,
      boolean secondary,
      boolean createSecondary) {

    private static Tables of(SysbenchOptions options) {
      return new Tables(
          RunProperties.name(OltpWorkload.PREFIX, options.text(OltpWorkload.PREFIX, "sbtest")),
          options.number("tables", 1, 1),
          options.number("table_size", 10_000, 1),
          options.isOn("auto_inc", true),
          options.isOn("secondary", false),
          options.isOn("create_secondary", true));
    }

    /** Returns the name of a table, which needs no quotes. */
    String name(int number) {
      return prefix + number;
    }
  }

  record Transactions(Counts counts, boolean rangeSelects, int rangeSize, boolean skipTrx) {
    private static Transactions of(SysbenchOptions options) {
      return new Transactions(
          Counts.of(options),
          options.isOn("range_selects", true),
          options.number("range_size", 100, 1),
          options.isOn("skip_trx", false));
    }
  }

  /** The number of statements of each kind in a transaction, 0 or more. */
  record Counts(
      int pointSelects,
      int simpleRanges,
      int sumRanges,
      int orderRanges,
      int distinctRanges,
      int indexUpdates,
      int nonIndexUpdates,
      int deleteInserts) {

    private static Counts of(SysbenchOptions options) {
      return new Counts(
          options.number("point_selects", 10, 0),
          options.number("simple_ranges", 1, 0),
          options.number("sum_ranges", 1, 0),
          options.number("order_ranges", 1, 0),
          options.number("distinct_ranges", 1, 0),
          options.number("index_updates", 1, 0),
          options.number("non_index_updates", 1, 0),
          options.number("delete_inserts", 1, 0));
    }
  }

  /**
   * @throws InvalidSettingException if sysbench does not accept a value
   */
  static OltpOptions of(Properties properties) {
    SysbenchOptions options = new SysbenchOptions(properties);
    return new OltpOptions(
        Tables.of(options),
        Transactions.of(options),
        serverPrepared(options.text("db-ps-mode", "auto")));
  }

  private static boolean serverPrepared(String mode) {
    return switch (mode) {
      case "auto" -> true;
      case "disable" -> false;
      default ->
          throw new InvalidSettingException(
              "db-ps-mode: '" + mode + "' is neither auto nor disable; give one of the two");
    };
  }
}
