package dev.tlsbench.client.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import dev.tlsbench.ycsb.workload.PublishedBenchmark;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Prepares a database for a phase: empty before {@code load}, loaded before {@code run}.
 *
 * <p>Uses its own connections and no measurements, so that it does not affect the result. Methods
 * throw {@link ConnectFailedException} if the server cannot be reached or a query fails, or {@link
 * DBException} of a client of YCSB's.
 */
public final class RecordLoader {
  private static final int BATCH = 100;

  /**
   * Below the default packet limits of servers: 4 MiB (MySQL 5.7), 16 MiB (MariaDB), 48 MB
   * (MongoDB).
   */
  private static final long BATCH_BYTES = 2L << 20;

  private final Binding binding;
  private final Properties given;
  private final Properties properties;
  private final Consumer<String> messages;

  /** Creates a loader for a run, whose properties it does not change. */
  public RecordLoader(Binding binding, Properties given, Consumer<String> messages) {
    this.binding = binding;
    this.messages = messages;
    this.given = given;
    this.properties = RunProperties.copy(given);
    String batch = Long.toString(batch(properties));
    properties.setProperty(binding.property("batchsize"), batch);
  }

  private static long batch(Properties properties) {
    long bytes =
        (long) RunProperties.number(properties, CoreWorkload.FIELD_COUNT_PROPERTY, 10, 1)
            * RunProperties.number(properties, CoreWorkload.FIELD_LENGTH_PROPERTY, 100, 1);
    return Math.max(1, Math.min(BATCH, BATCH_BYTES / bytes));
  }

  /**
   * Prepares the server for a phase. Loads an embedded server before a run and empties it before a
   * load; on any other server, creates a missing table before a load, and detects a missing table
   * or an interrupted load before a run.
   *
   * @param workload the workload in the properties
   * @param transactions {@code true} for a run, {@code false} for a load
   */
  public void prepare(Workload workload, boolean transactions, boolean embedded)
      throws DBException, ConnectFailedException {
    if (embedded && transactions) {
      loadIfEmpty(true);
    } else if (embedded && !(workload instanceof SelfLoading)) {
      removeBeforeLoad();
    } else if (!embedded) {
      if (transactions) {
        requireTable(
            workload, "load it first: bin/ycsb load " + binding.id() + " with the same options");
        requireWhole();
        otherSize().ifPresent(messages);
      } else if (workload instanceof CoreWorkload) {
        createMissingTable();
      }
    }
  }

  /**
   * Refuses to measure on a missing table, unless the driver's binding creates it.
   *
   * @param workload the workload in the properties; any but YCSB's own has its own tables
   * @param remedy the advice for the user
   */
  public void requireTable(Workload workload, String remedy) throws ConnectFailedException {
    if (workload instanceof CoreWorkload && isMissing()) {
      throw new InvalidSettingException("the database has no table " + name() + "; " + remedy);
    }
  }

  /**
   * Creates a missing table before a load, in a session of its own, so that neither threads nor
   * executors do so concurrently. A table that exists is left alone: {@code CREATE TABLE IF NOT
   * EXISTS} fails without the privilege to create tables.
   */
  private void createMissingTable() throws ConnectFailedException {
    if (!isMissing()) {
      return;
    }
    String property = binding.createTableProperty().orElseThrow();
    if (properties.containsKey(property)) {
      throw new InvalidSettingException(
          property
              + ": false, but the database has no table "
              + name()
              + "; create it, or omit the property");
    }
    messages.accept(name() + " does not exist: creating it");
    Properties creating = RunProperties.copy(given);
    creating.setProperty(property, "true");
    binding.open(creating, ConnectionListener.NONE).close();
  }

  /** Returns true if there is no table, and the user does not ask the binding to create it. */
  private boolean isMissing() throws ConnectFailedException {
    Optional<String> property = binding.createTableProperty();
    return property.isPresent()
        && !RunProperties.bool(properties, property.get(), false)
        && !exists();
  }

  private boolean exists() throws ConnectFailedException {
    // With the user's own options, so that a wrong one is reported before anything connects.
    try (Session session = binding.open(given, ConnectionListener.NONE)) {
      return session.exists(table());
    }
  }

  /**
   * Describes what a workload does to a table of the user's.
   *
   * @param workload the workload in the properties
   * @return one line; empty if it is not YCSB's own, whose tables belong to it alone
   */
  public Optional<String> use(Workload workload) {
    if (!(workload instanceof CoreWorkload)) {
      return Optional.empty();
    }
    boolean writes = !(workload instanceof DumpWorkload) && CoreRules.writes(properties);
    return Optional.of(
        "this workload " + (writes ? "changes records of " : "reads ") + name() + " on the server");
  }

  /** Returns the table's name in the database. */
  private String name() {
    return properties.getProperty(binding.property("table"), table()).strip();
  }

  /**
   * Updates the planner's statistics after a load of YCSB's records.
   *
   * @param workload the workload in the properties; any but YCSB's own does so itself
   */
  public void analyze(Workload workload) throws ConnectFailedException {
    if (workload instanceof CoreWorkload) {
      try (Session session = open()) {
        session.analyze(table());
      }
    }
  }

  /** Removes the records of an earlier load, unless this is a later part of it. */
  public void removeBeforeLoad() throws ConnectFailedException {
    if (RunProperties.number(properties, Workload.INSERT_START_PROPERTY, 0, 0) > 0) {
      return;
    }
    try (Session session = open()) {
      if (!session.isEmpty(table())) {
        messages.accept(table() + " has records: removing them");
        session.clear(table());
      }
    }
  }

  /**
   * Loads the records, or a workload's own tables, if there are none. If fewer records exist than
   * this workload needs, an interrupted load left them: they are removed and loaded again.
   * Additional records come from runs, and stay, unless this run inserts them, too.
   *
   * @param embedded whether the server is embedded: records of another size are then removed and
   *     loaded again, and refused on any other
   */
  public void loadIfEmpty(boolean embedded) throws DBException, ConnectFailedException {
    WantedRecords wanted = WantedRecords.of(Workloads.open(properties), properties);
    properties.remove(Workload.INSERT_START_PROPERTY);
    properties.remove(Client.INSERT_COUNT_PROPERTY);
    Workload workload = Workloads.open(properties);
    if (workload instanceof SelfLoading) {
      // It creates its own tables.
      binding.createTableProperty().ifPresent(properties::remove);
    } else {
      removeIfUnfit(wanted, embedded);
    }
    Session session = binding.share(properties, ConnectionListener.NONE);
    try {
      if (workload instanceof SelfLoading own) {
        loadUnlessLoaded(workload, own, session);
      } else if (session.isEmpty(table())) {
        load(workload, session);
      }
    } finally {
      binding.release(properties);
    }
  }

  /**
   * Removes the records in a session of its own, since only the next session creates the table
   * again.
   */
  private void removeIfUnfit(WantedRecords wanted, boolean embedded)
      throws DBException, ConnectFailedException {
    try (Session session = open()) {
      if (wanted.count() == 0 || session.isEmpty(table())) {
        return;
      }
      Optional<String> unfit = unfit(wanted, session.count(table()), embedded);
      if (unfit.isPresent()) {
        messages.accept(unfit.get() + ": removing them");
        session.clear(table());
      }
    }
  }

  private Optional<String> unfit(WantedRecords wanted, long there, boolean embedded)
      throws DBException {
    if (there < wanted.count() && ask(wanted::hasFirst)) {
      return Optional.of(
          "%s has %d of %d records, from a load that did not come to its end"
              .formatted(table(), there, wanted.count()));
    }
    Optional<String> other = ask(wanted::otherSize);
    if (!embedded && other.isPresent()) {
      throw otherSize(other.get(), wanted);
    }
    return other.isEmpty() && embedded && CoreRules.inserts(properties) && ask(wanted::hasNext)
        ? Optional.of(table() + " has records that an earlier run inserted, as this one will")
        : other.map(size -> sizes(size, wanted));
  }

  private String sizes(String other, WantedRecords wanted) {
    return "%s has records of %s, and this workload has %s"
        .formatted(table(), other, wanted.size());
  }

  private InvalidSettingException otherSize(String other, WantedRecords wanted) {
    return new InvalidSettingException(
        sizes(other, wanted)
            + "; give it a table of its own: -p table=NAME --load, or the fieldcount and"
            + " fieldlength of these records");
  }

  /**
   * Compares the first record with the size that the properties give, if they give one.
   *
   * @return a sentence on a difference; empty if there is none, or no record
   */
  public Optional<String> otherSize() throws DBException {
    if (!properties.containsKey(CoreWorkload.FIELD_COUNT_PROPERTY)
        && !properties.containsKey(CoreWorkload.FIELD_LENGTH_PROPERTY)) {
      return Optional.empty();
    }
    WantedRecords wanted = WantedRecords.of(Workloads.open(properties), properties);
    if (wanted.count() == 0) {
      return Optional.empty();
    }
    binding.createTableProperty().ifPresent(properties::remove);
    return ask(wanted::otherSize).map(size -> otherSize(size, wanted).getMessage());
  }

  /**
   * Checks that the last expected record exists, for commands that do not load. Does not count,
   * since the table may be large.
   *
   * @return a sentence about the missing records; empty if none is missing, or if they are not
   *     known
   */
  public Optional<String> shortage() throws DBException, ConnectFailedException {
    WantedRecords wanted = WantedRecords.of(Workloads.open(properties), properties);
    if (wanted.count() == 0) {
      return Optional.empty();
    }
    binding.createTableProperty().ifPresent(properties::remove);
    try (Session session = open()) {
      boolean half = !session.isEmpty(table()) && ask(wanted::hasFirst) && !ask(wanted::hasLast);
      return half
          ? Optional.of(
              table()
                  + " has the first of "
                  + wanted.count()
                  + " records but not the last: its load may not have come to its end, or was made"
                  + " with another recordcount. Operations on missing records fail.")
          : Optional.empty();
    }
  }

  private void load(Workload workload, Session session) throws DBException, ConnectFailedException {
    int records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    if (records == 0) {
      throw new InvalidSettingException(
          "recordcount: " + table() + " is empty, and it is not said how many records to load");
    }
    messages.accept(table() + " is empty: loading " + records + " records first");
    DB db = connect();
    try {
      insert(workload, db, session, records);
    } finally {
      db.cleanup();
    }
    Optional<FailureLog.Cause> failure = session.failureLog().first();
    if (failure.isPresent()) {
      // A failed batch loses all its records: cleanup() sends the last batch, and a batch
      // that YCSB retries contains only its last record by then.
      throw new ConnectFailedException("the load is incomplete: " + failure.get().message());
    }
    session.analyze(table());
  }

  private void loadUnlessLoaded(Workload workload, SelfLoading own, Session session)
      throws DBException, ConnectFailedException {
    DB db = connect();
    try {
      if (!own.isLoaded(DirectClient.of(db))) {
        messages.accept("loading first: " + own.description());
        insert(workload, db, session, own.loads());
      }
    } finally {
      db.cleanup();
    }
  }

  /** Refuses own tables of a workload that a load has not filled completely. */
  public void requireWhole() throws DBException {
    if (Workloads.open(properties) instanceof SelfLoading own && testClient(own::isPartlyLoaded)) {
      throw new InvalidSettingException(
          "workload: a load of "
              + own.description()
              + " did not come to its end; load again before you run");
    }
  }

  /** Returns false if a workload's own tables are not loaded with the options of this run. */
  public boolean isLoaded() throws DBException {
    return !(Workloads.open(properties) instanceof SelfLoading own) || testClient(own::isLoaded);
  }

  /** Returns a sentence for each rule of a published benchmark that its data violates. */
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (Workloads.open(properties) instanceof PublishedBenchmark benchmark) {
      try {
        testClient(client -> violations.addAll(benchmark.violations(client)));
      } catch (DBException e) {
        violations.add("the tables could not be checked: " + e.getMessage());
      }
    }
    return violations;
  }

  private boolean testClient(Predicate<DirectClient> question) throws DBException {
    binding.createTableProperty().ifPresent(properties::remove);
    return ask(db -> question.test(DirectClient.of(db)));
  }

  private <T> T ask(Function<DB, T> question) throws DBException {
    binding.share(properties, ConnectionListener.NONE);
    try {
      DB db = connect();
      try {
        return question.apply(db);
      } finally {
        db.cleanup();
      }
    } finally {
      binding.release(properties);
    }
  }

  private Session open() throws ConnectFailedException {
    return binding.open(properties, ConnectionListener.NONE);
  }

  private DB connect() throws DBException {
    DB db = binding.newClient();
    db.setProperties(properties);
    db.init();
    return db;
  }

  private void insert(Workload workload, DB db, Session session, int count)
      throws ConnectFailedException {
    try {
      Object state = workload.initThread(properties, 0, 1);
      for (int i = 0; i < count; i++) {
        if (!workload.doInsert(db, state)) {
          throw new ConnectFailedException(
              "the load ended at insert "
                  + i
                  + ": "
                  + session
                      .failureLog()
                      .first()
                      .map(FailureLog.Cause::message)
                      .orElse("the workload does not say why"));
        }
      }
      workload.cleanup();
    } catch (WorkloadException e) {
      throw new InvalidSettingException("workload: cannot load (" + e.getMessage() + ")", e);
    }
  }

  private String table() {
    return properties.getProperty(
        CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
  }
}
