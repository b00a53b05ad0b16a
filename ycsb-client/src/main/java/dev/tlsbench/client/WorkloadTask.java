package dev.tlsbench.client;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.ConnectionSeries;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload and judges the result. */
final class WorkloadTask {
  private final Invocation.Work work;
  private final Binding binding;
  private final Properties properties;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final Consumer<String> messages;

  /**
   * Prepares a task.
   *
   * @param environment variables by name
   * @param out takes the result
   * @param err takes what of the result has no place in it
   * @param messages takes what people are told, line by line
   */
  WorkloadTask(
      Invocation.Work work,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err,
      Consumer<String> messages) {
    this.environment = environment;
    this.work = work;
    this.binding = work.binding();
    this.properties = work.properties();
    this.out = out;
    this.err = err;
    this.messages = messages;
  }

  /** Runs and returns the exit code. */
  int run() throws DBException, IOException, InterruptedException {
    boolean transactions = work.phase() == Phase.RUN;
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, String.valueOf(transactions));
    setUpMeasurements();
    Workload named = Workloads.open(properties);
    if (named instanceof SelfLoading own) {
      messages.accept(own.description());
      if (!transactions) {
        properties.putIfAbsent(Client.INSERT_COUNT_PROPERTY, String.valueOf(own.loads()));
      }
    }
    RunSettings settings = RunSettings.of(transactions, properties);
    Report report = Report.of(properties, out, err);
    GuardedWorkload workload = new GuardedWorkload(named);
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, messages)) {
      if (embedded.isRunning()) {
        prepare(named, transactions);
      } else if (transactions) {
        new RecordLoader(binding, properties, messages).requireWhole();
      }
      Session session = binding.share(properties, ConnectionSeries.of(properties));
      try {
        ClientRun run = new ClientRun(settings, properties, workload, binding::newClient);
        run.connect();
        RunTotals totals = run.work();
        refuseIfInvalid(totals, workload);
        Map<String, Long> failures = report.write(totals, session.settings(), session.ledger());
        List<String> problems =
            Verdict.problems(
                totals, failures, workload.failure(), session.settings(), session.ledger());
        problems.forEach(messages);
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE;
      } finally {
        binding.release(properties);
      }
    }
  }

  /** What cannot be done at all is no result that must not be used. */
  private static void refuseIfInvalid(RunTotals totals, GuardedWorkload workload) {
    if (totals.operations() == 0
        && workload.failure().orElse(null) instanceof InvalidSettingException invalid) {
      throw invalid;
    }
  }

  private void prepare(Workload named, boolean transactions)
      throws DBException, ConnectFailedException {
    RecordLoader records = new RecordLoader(binding, properties, messages);
    if (transactions) {
      records.loadIfEmpty();
    } else if (!(named instanceof SelfLoading)) {
      records.removeBeforeLoad();
    }
  }

  private void setUpMeasurements() {
    Measurements.setProperties(properties);
    try {
      Measurements.getMeasurements();
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          e.getMessage()
              + "; measurementtype is histogram, hdrhistogram, hdrhistogram+histogram,"
              + " hdrhistogram+raw, timeseries or raw, measurement.interval is op, intended or both",
          e);
    }
  }
}
