package dev.tlsbench.client.run;

import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionSeries;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload and checks the result. */
public final class WorkloadTask {
  private final Binding binding;
  private final Properties properties;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final Progress progress;
  private final Consumer<String> messages;
  private @Nullable Part part;

  /** Observes a run that is part of a run on several machines. */
  interface Part {
    /** Called when all threads are connected; the run goes on when this returns. */
    void connected() throws InterruptedException;

    /** Called when all threads have ended, before the result is written. */
    void worked() throws InterruptedException;

    /**
     * Receives the result in place of a report.
     *
     * @return the operations that failed, by kind and status
     */
    Map<String, Long> result(RunTotals totals, TlsSettings settings, TlsLedger ledger)
        throws IOException;
  }

  /**
   * Creates a task.
   *
   * @param properties the run's properties; a URL of an embedded server is added
   * @param err receives the part of the result that does not fit into its format
   * @param progress receives messages, and shows what takes long
   */
  public WorkloadTask(
      Binding binding,
      Properties properties,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err,
      Progress progress) {
    this.binding = binding;
    this.properties = properties;
    this.environment = environment;
    this.out = out;
    this.err = err;
    this.progress = progress;
    this.messages = progress::say;
  }

  /** Makes this a part of a run, which has already prepared the server. */
  WorkloadTask partOfMany(Part listener) {
    part = listener;
    return this;
  }

  /**
   * Loads or runs, and writes the result.
   *
   * @param transactions {@code true} runs the workload, {@code false} loads its records
   * @return {@code false} if the result must not be used
   */
  public boolean run(boolean transactions) throws DBException, IOException, InterruptedException {
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, String.valueOf(transactions));
    Measurements.setProperties(properties);
    Workload named = Workloads.open(properties);
    Workloads.note(named, properties).ifPresent(messages);
    if (named instanceof SelfLoading own) {
      messages.accept(own.description());
      if (!transactions) {
        properties.putIfAbsent(Client.INSERT_COUNT_PROPERTY, String.valueOf(own.loads()));
      }
    }
    RunSettings settings = RunSettings.of(transactions, properties);
    Report report = Report.of(named, properties, out, err);
    GuardedWorkload workload = new GuardedWorkload(named);
    show("preparing server and records");
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, messages)) {
      Part listener = part;
      RecordLoader records = new RecordLoader(binding, properties, messages);
      if (listener == null) {
        records.prepare(named, transactions, embedded.isRunning());
      }
      Session session = binding.share(properties, new ConnectionSeries(properties));
      try {
        ClientRun run = new ClientRun(settings, properties, workload, binding::newClient);
        show("connecting");
        run.connect();
        if (listener != null) {
          listener.connected();
        }
        progress.end();
        if (listener == null && !settings.status().printed()) {
          show(transactions ? "running" : "loading", run::operations);
        }
        RunTotals totals = run.work();
        progress.end();
        if (listener != null) {
          listener.worked();
        }
        refuseIfInvalid(totals, workload);
        Map<String, Long> failures =
            listener == null
                ? report.write(totals, session.settings(), session.ledger())
                : listener.result(totals, session.settings(), session.ledger());
        List<String> problems =
            Verdict.problems(
                totals,
                failures,
                session.failureLog().first(),
                workload.failure(),
                session.settings(),
                session.ledger());
        if (transactions && listener == null) {
          problems.addAll(Verdict.ofData(records.violations()));
        } else if (listener == null && problems.isEmpty()) {
          records.analyze(named);
        }
        problems.forEach(messages);
        return problems.isEmpty();
      } finally {
        binding.release(properties);
      }
    }
  }

  private void show(String activity) {
    if (part == null) {
      Instant start = Instant.now();
      progress.during(false, () -> activity + ", " + Progress.since(start));
    }
  }

  private void show(String activity, LongSupplier operations) {
    Instant start = Instant.now();
    progress.during(
        false,
        () ->
            String.format(
                Locale.ROOT,
                "%s: %,d operations, %s",
                activity,
                operations.getAsLong(),
                Progress.since(start)));
  }

  /**
   * Throws an invalid setting that fails every operation: it is a wrong property, not an unusable
   * result.
   */
  private static void refuseIfInvalid(RunTotals totals, GuardedWorkload workload) {
    if (totals.operations() == 0
        && workload.failure().orElse(null) instanceof InvalidSettingException invalid) {
      throw invalid;
    }
  }
}
