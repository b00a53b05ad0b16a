package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import dev.tlsbench.ycsb.workload.Uniform;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/**
 * sysbench's OLTP models on an SQL database: the tables, statements, options and distributions of
 * sysbench 1.0.20 (its {@code oltp_common.lua}, {@code sb_rand.c} and drivers), so that both send
 * the same statements.
 *
 * <p>The property {@code oltp.model} names the script; the default is {@code oltp_read_write}.
 * Other properties are sysbench's options with their names, written with {@code -} or {@code _},
 * and their defaults: {@code tables} 1, {@code table_size} 10000, {@code rand-type} {@code special}
 * and so on. {@code oltp.table} is the prefix of the tables' names, {@code sbtest} as in sysbench.
 *
 * <p>An operation is a transaction (or a statement, in models without transactions); its series has
 * the model's name in capitals. After a deadlock, a lock wait time-out or another error that
 * sysbench's driver ignores, it is rolled back and repeated within the same operation; each such
 * error counts in the series {@code IGNORED-ERROR}.
 *
 * <p>An insert of the load phase creates one table, fills it, and then creates its index; the
 * series is {@code TABLE}. An existing table is dropped first if tlsbench created it; otherwise it
 * is an error.
 *
 * <p>Thread-safe.
 */
public final class OltpWorkload extends Workload implements SelfLoading, Tallying, Uniform {
  /** The property that names the model. */
  public static final String MODEL = "oltp.model";

  /** The property with the prefix of the tables' names; {@code sbtest} by default. */
  public static final String PREFIX = "oltp.table";

  private static final String LOAD = "TABLE";
  private static final String IGNORED = "IGNORED-ERROR";

  /** Odd, so that its multiples run through all 32-bit numbers before any repeats. */
  private static final int STRIDE = 0x9E3779B1;

  private final AtomicInteger tablesBegun = new AtomicInteger();
  private final AtomicInteger lastId = new AtomicInteger(ThreadLocalRandom.current().nextInt());
  private final Tally tally = new Tally();
  private Properties properties = new Properties();
  private OltpModel model = OltpModel.OLTP_READ_WRITE;
  private RandType randType = RandType.SPECIAL;
  private OltpOptions options = OltpOptions.of(properties);

  @Override
  public void init(Properties given) {
    properties = given;
    model = OltpModel.of(given.getProperty(MODEL, OltpModel.OLTP_READ_WRITE.id()).strip());
    options = OltpOptions.of(given);
    randType = RandType.of(given);
    randType.distribution(new SysbenchOptions(given));
  }

  @Override
  public Object initThread(Properties given, int thread, int threads) {
    Distribution rows = randType.distribution(new SysbenchOptions(properties));
    return new OltpThread(
        options,
        model,
        rows,
        () -> lastId.addAndGet(STRIDE),
        this::isStopRequested,
        this::countIgnored);
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%s, tables=%d, table_size=%d, rand-type=%s",
        model.id(),
        options.tables().count(),
        options.tables().size(),
        randType.id());
  }

  @Override
  public boolean isUniform() {
    return !model.hasSeveralStatements();
  }

  @Override
  public int loads() {
    return options.tables().count();
  }

  @Override
  public List<String> tables() {
    return IntStream.rangeClosed(1, options.tables().count())
        .mapToObj(options.tables()::name)
        .toList();
  }

  @Override
  public boolean isLoaded(DirectClient client) {
    return every(client, OltpTable::isLoaded);
  }

  @Override
  public boolean isPartlyLoaded(DirectClient client) {
    return !every(client, table -> !table.isLoading());
  }

  private boolean every(DirectClient client, DirectClient.Check<OltpTable> check) {
    return client.succeeds(
        LOAD,
        SqlConnection.class,
        sql -> {
          for (int number = 1; number <= options.tables().count(); number++) {
            if (!check.holds(table(number, sql))) {
              return false;
            }
          }
          return true;
        });
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    int number = tablesBegun.incrementAndGet();
    if (number > options.tables().count()) {
      throw new InvalidSettingException(
          "insertcount: it is more than the " + options.tables().count() + " tables; omit it");
    }
    Distribution rows = ((OltpThread) state).rows();
    DirectClient client = DirectClient.of(db);
    return client.succeeds(
        LOAD,
        SqlConnection.class,
        sql -> {
          table(number, sql).load(client, rows);
          return true;
        });
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db)
        .succeeds(
            model.name(),
            SqlConnection.class,
            sql -> {
              ((OltpThread) state).run(sql);
              return true;
            });
  }

  private OltpTable table(int number, SqlConnection sql) {
    OltpOptions.Tables tables = options.tables();
    return new OltpTable(tables, number, model.isEmptyAtFirst(tables) ? 0 : tables.size(), sql);
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
