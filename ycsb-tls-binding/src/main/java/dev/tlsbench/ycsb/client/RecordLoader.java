package dev.tlsbench.ycsb.client;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Puts a database into the state that a phase needs: empty before {@code load}, loaded before
 * {@code run}.
 *
 * <p>Over connections of its own and past the measurements, so that it leaves no trace in the
 * result.
 */
public final class RecordLoader {
  private static final String BATCH = "100";

  private final Binding binding;
  private final Properties properties;
  private final Consumer<String> messages;

  /**
   * Prepares for a run.
   *
   * @param binding the database
   * @param given the properties of the run, which stay as they are
   * @param messages takes what people are told, line by line
   */
  public RecordLoader(Binding binding, Properties given, Consumer<String> messages) {
    this.binding = binding;
    this.messages = messages;
    this.properties = new Properties();
    properties.putAll(RunProperties.strings(given));
    properties.setProperty("mongodb.batchsize", BATCH);
    properties.setProperty("mysql.batchsize", BATCH);
  }

  /** Removes the records of an earlier load, unless this is a later part of one. */
  void removeBeforeLoad() throws DBException, ConnectFailedException {
    if (RunProperties.number(properties, Workload.INSERT_START_PROPERTY, 0, 0) > 0) {
      return;
    }
    Session session = binding.share(properties, ConnectionListener.NONE);
    try {
      if (!session.isEmpty(table())) {
        messages.accept(table() + " has records: removing them");
        session.clear(table());
      }
    } finally {
      binding.release(properties);
    }
  }

  /**
   * Loads the records if there are none, or what else a workload needs.
   *
   * @throws DBException if no session can be opened
   * @throws ConnectFailedException if the server cannot be asked, or does not take the records
   */
  public void loadIfEmpty() throws DBException, ConnectFailedException {
    Session session = binding.share(properties, ConnectionListener.NONE);
    try {
      Optional<SelfLoading> own = Workloads.selfLoading(properties);
      if (own.isPresent()) {
        load(own.get());
      } else if (session.isEmpty(table())) {
        load();
      }
    } finally {
      binding.release(properties);
    }
  }

  private void load() throws DBException, ConnectFailedException {
    int records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    if (records == 0) {
      throw new InvalidSettingException(
          "recordcount: " + table() + " is empty, and it is not said how many records to load");
    }
    messages.accept(table() + " is empty: loading " + records + " records first");
    properties.remove(Workload.INSERT_START_PROPERTY);
    properties.remove(Client.INSERT_COUNT_PROPERTY);
    Workload workload = Workloads.open(properties);
    DB db = binding.newClient();
    db.setProperties(properties);
    db.init();
    try {
      Object state = workload.initThread(properties, 0, 1);
      for (int i = 0; i < records; i++) {
        if (!workload.doInsert(db, state)) {
          throw new ConnectFailedException(
              table() + ": record " + i + " could not be loaded; the reason is above");
        }
      }
      workload.cleanup();
    } catch (WorkloadException e) {
      throw new InvalidSettingException("workload: cannot load (" + e.getMessage() + ")", e);
    } finally {
      db.cleanup();
    }
  }

  private void load(SelfLoading workload) throws DBException, ConnectFailedException {
    DB db = binding.newClient();
    db.setProperties(properties);
    db.init();
    try {
      if (!workload.load(DirectClient.of(db), messages)) {
        throw new ConnectFailedException(
            "workload: its tables could not be made; the reason is above");
      }
    } finally {
      db.cleanup();
    }
  }

  private String table() {
    return properties.getProperty(
        CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
  }
}
