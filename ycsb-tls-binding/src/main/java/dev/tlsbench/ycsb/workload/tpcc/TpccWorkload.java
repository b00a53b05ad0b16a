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
import java.util.concurrent.locks.LockSupport;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/**
 * The tables and transactions of TPC-C, Standard Specification 5.11, on an SQL database. A result
 * is not an audited one: terminals, their emulation and the rules for pricing and duration are left
 * out. {@code workloads/tpcc} has the properties.
 *
 * <p>An operation is a transaction, with one of the series {@code NEW_ORDER}, {@code PAYMENT},
 * {@code ORDER_STATUS}, {@code DELIVERY} and {@code STOCK_LEVEL}; warehouse and district are drawn
 * for each. After a deadlock or another error that the dialect calls repeatable, it is rolled back
 * and repeated with the same input within the same operation, and counts in the series {@code
 * IGNORED-ERROR}. An insert of the load phase fills a part of the tables, with the series {@code
 * TABLE}; the first one creates them, and drops existing ones if tlsbench created them.
 *
 * <p>Thread-safe.
 */
public final class TpccWorkload extends Workload
    implements SelfLoading, Tallying, PublishedBenchmark {
  /** The names of the workload's properties. */
  public static final Set<String> PROPERTIES = TpccOptions.NAMES;

  private static final String LOAD = "TABLE";

  private final Tally tally = new Tally();
  private TpccOptions options = TpccOptions.of(new Properties());
  private TpccLoad load = new TpccLoad(options);
  private TpccRandom random = TpccRandom.ofRun();

  /** Throws {@link InvalidSettingException} if one of the properties is wrong. */
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
        60,
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
    return client.succeeds(LOAD, SqlConnection.class, load::isLoaded);
  }

  /** Throws {@link InvalidSettingException} if there was no load, or one of other sizes. */
  @Override
  public boolean isPartlyLoaded(DirectClient client) {
    return !client.succeeds(LOAD, SqlConnection.class, load::isWhole);
  }

  @Override
  public List<String> violations(DirectClient client) {
    List<String> violations = new ArrayList<>();
    return client.succeeds(
            "CHECK",
            SqlConnection.class,
            sql -> TpccConsistency.check(sql, options.prefix(), violations::add))
        ? violations
        : List.of("the consistency conditions of TPC-C's clause 3.3.2 could not be checked");
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return DirectClient.of(db).succeeds(LOAD, SqlConnection.class, load::next);
  }

  @Override
  @SuppressWarnings("unchecked") // The state of initThread().
  public boolean doTransaction(DB db, Object state) {
    TransactionThread<TpccConnection> thread = (TransactionThread<TpccConnection>) state;
    TpccTransaction drawn = TpccTransaction.draw();
    await(drawn.keyingNanos());
    TransactionThread.Transaction<TpccConnection> input = drawn.input(options, random);
    boolean done =
        DirectClient.of(db)
            .succeeds(
                drawn.name(),
                SqlConnection.class,
                sql -> {
                  thread.run(sql, input);
                  return true;
                });
    await(drawn.thinkNanos(ThreadLocalRandom.current().nextDouble()));
    return done;
  }

  /** Waits if asked for; looks ten times a second whether the run is over. */
  private void await(long nanos) {
    long wait = options.thinkTime() ? nanos : 0;
    long end = System.nanoTime() + wait;
    for (long left = wait; left > 0 && !isStopRequested(); left = end - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, 100_000_000));
    }
  }

  @Override
  public Tally tally() {
    return tally;
  }

  private void countIgnored() {
    tally.addIgnoredError();
    Measurements.getMeasurements().measure("IGNORED-ERROR", 0);
  }
}
