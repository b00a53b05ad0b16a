package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.PublishedBenchmark;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import dev.tlsbench.ycsb.workload.TransactionThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/**
 * The tables and transactions of TPC-C, Standard Specification 5.11, on an SQL database. A result
 * is not an audited one: terminals, their emulation and the rules for pricing and duration are left
 * out.
 *
 * <p>Properties: {@code tpcc.warehouses}, by default 1; {@code tpcc.thinktime}, true to wait before
 * and after each transaction, by default false; {@code tpcc.table}, the start of the tables' names,
 * by default {@code tpcc}; {@code tpcc.customers} and {@code tpcc.items}, by default 3,000 and
 * 100,000, smaller only for tests.
 *
 * <p>An operation is a transaction, with one of the series {@code NEW_ORDER}, {@code PAYMENT},
 * {@code ORDER_STATUS}, {@code DELIVERY} and {@code STOCK_LEVEL}; warehouse and district are drawn
 * for each. After a deadlock or another error that the dialect calls repeatable, it is rolled back
 * and repeated with the same input within the same operation; each such error counts in the series
 * {@code IGNORED-ERROR}.
 *
 * <p>An insert of the load phase fills a part of the tables, with the series {@code TABLE}. The
 * first one creates them, and drops existing ones if tlsbench created them.
 *
 * <p>Thread-safe.
 */
public final class TpccWorkload extends Workload
    implements SelfLoading, Tallying, PublishedBenchmark {
  /** The names of the workload's properties. */
  public static final Set<String> PROPERTIES = TpccOptions.NAMES;

  private static final String LOAD = "TABLE";
  private static final String IGNORED = "IGNORED-ERROR";

  /** The time after which a waiting thread looks whether the run is over. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Tally tally = new Tally();
  private TpccOptions options = TpccOptions.of(new Properties());
  private TpccLoad load = new TpccLoad(options);
  private TpccRandom random = TpccRandom.ofRun();

  /** Creates the workload; YCSB calls this by the name in the property {@code workload}. */
  public TpccWorkload() {}

  /**
   * Reads the properties.
   *
   * @throws InvalidSettingException if one of them is wrong
   */
  @Override
  public void init(Properties properties) {
    options = TpccOptions.of(properties);
    load = new TpccLoad(options);
    random = TpccRandom.ofRun();
  }

  @Override
  public Object initThread(Properties properties, int thread, int threads) {
    return new TransactionThread<>(
        lent -> new TpccConnection(lent, options.prefix()),
        this::isStopRequested,
        this::countIgnored);
  }

  @Override
  public String description() {
    return "TPC-C, " + options.sizes() + "; " + headline().remark();
  }

  @Override
  public Headline headline() {
    return new Headline(
        "TPC-C",
        "tpmC",
        TpccTransaction.NEW_ORDER.name(),
        (int) TimeUnit.MINUTES.toSeconds(1),
        "not an audited TPC-C result and not comparable with published ones");
  }

  @Override
  public int loads() {
    return load.parts();
  }

  @Override
  public List<String> tables() {
    return Arrays.stream(TpccTable.values()).map(table -> table.name(options.prefix())).toList();
  }

  @Override
  public boolean isLoaded(DirectClient client) {
    return client
        .direct(LOAD, SqlConnection.class, sql -> load.isLoaded(sql) ? Status.OK : Status.NOT_FOUND)
        .isOk();
  }

  /**
   * Tests whether the load is incomplete.
   *
   * @throws InvalidSettingException if there was none, or one of other sizes
   */
  @Override
  public boolean isHalfLoaded(DirectClient client) {
    return !client
        .direct(
            LOAD,
            SqlConnection.class,
            sql -> {
              if (load.isLoading(sql)) {
                return Status.NOT_FOUND;
              }
              load.requireSizes(sql);
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public List<String> violations(DirectClient client) {
    List<String> violations = new ArrayList<>();
    Status status =
        client.direct(
            "CHECK",
            SqlConnection.class,
            sql -> {
              violations.addAll(TpccConsistency.violations(sql, options.prefix()));
              return Status.OK;
            });
    if (!status.isOk()) {
      violations.add("the consistency conditions of TPC-C's clause 3.3.2 could not be checked");
    }
    return violations;
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return DirectClient.of(db)
        .direct(
            LOAD,
            SqlConnection.class,
            sql -> {
              load.next(sql);
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    TpccTransaction drawn = TpccTransaction.draw();
    if (options.thinkTime()) {
      await(drawn.keyingNanos());
    }
    boolean done = run(drawn, DirectClient.of(db), state);
    if (options.thinkTime()) {
      await(drawn.thinkNanos(ThreadLocalRandom.current().nextDouble()));
    }
    return done;
  }

  @SuppressWarnings("unchecked") // The state of initThread().
  private boolean run(TpccTransaction drawn, DirectClient client, Object state) {
    TransactionThread<TpccConnection> thread = (TransactionThread<TpccConnection>) state;
    TransactionThread.Transaction<TpccConnection> input = drawn.input(options, random);
    return client
        .direct(
            drawn.name(),
            SqlConnection.class,
            sql -> {
              thread.run(sql, input);
              return Status.OK;
            })
        .isOk();
  }

  private void await(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !isStopRequested(); left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
    }
  }

  @Override
  public Tally tally() {
    return tally;
  }

  private void countIgnored() {
    tally.addIgnoredError();
    Measurements.getMeasurements().measure(IGNORED, 0);
  }
}
