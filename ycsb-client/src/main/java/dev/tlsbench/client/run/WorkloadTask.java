package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload, from this process or a cluster, and checks the result. */
public final class WorkloadTask {
  private final Binding binding;
  private final Properties properties;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final Progress progress;

  /**
   * Creates a task.
   *
   * @param properties the run's properties; a URL of an embedded server is added
   * @param environment variables by name, which select the directory of an embedded server
   * @param out receives the result
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
  }

  /**
   * Loads or runs, and writes the result.
   *
   * @param transactions {@code true} runs the workload, {@code false} loads its records
   * @param options {@code null} to work from this process
   * @return {@code false} if the result must not be used
   */
  public boolean run(boolean transactions, @Nullable ClusterOptions options)
      throws DBException, IOException, InterruptedException {
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, String.valueOf(transactions));
    // Of a cluster none is read, but workloads require them.
    Measurements.setProperties(properties);
    Workload workload = Workloads.open(properties);
    Workloads.note(workload, properties).ifPresent(progress::say);
    if (workload instanceof SelfLoading own) {
      progress.say(own.description());
      if (!transactions) {
        properties.putIfAbsent(Client.INSERT_COUNT_PROPERTY, String.valueOf(own.loads()));
      }
    }
    RunSettings settings = RunSettings.of(transactions, properties);
    Report report = Report.of(workload, properties, out, err);
    ClusterRun cluster =
        options == null
            ? null
            : new ClusterRun(binding, properties, options, transactions, workload, progress);
    show("preparing server and records");
    try (Embedded embedded =
        Embedded.startIfNoUrl(binding, properties, environment, progress::say)) {
      RecordLoader records = new RecordLoader(binding, properties, progress::say);
      records.prepare(workload, transactions, embedded.isRunning());
      show("connecting");
      List<String> problems =
          cluster == null
              ? new ClientRun(
                      settings, properties, new GuardedWorkload(workload), binding::newClient)
                  .run(binding, shown(settings, report))
              : cluster.run(report, operations -> show(transactions, operations));
      if (transactions) {
        problems.addAll(Verdict.lines(records.violations()));
      } else if (problems.isEmpty()) {
        records.analyze(workload);
      }
      problems.addAll(MeasurementFiles.problems(properties));
      problems.forEach(progress::say);
      return problems.isEmpty();
    }
  }

  private void show(String activity) {
    Instant start = Instant.now();
    progress.during(false, () -> activity + ", " + Progress.since(start));
  }

  private void show(boolean transactions, LongSupplier operations) {
    Instant start = Instant.now();
    progress.during(
        false,
        () ->
            String.format(
                Locale.ROOT,
                "%s: %,d operations, %s",
                transactions ? "running" : "loading",
                operations.getAsLong(),
                Progress.since(start)));
  }

  /** Shows a run of this process, and reports its result. */
  private ClientRun.Observer shown(RunSettings settings, Report report) {
    return new ClientRun.Observer() {
      @Override
      public void connected(LongSupplier operations) {
        progress.end();
        if (!settings.status().printed()) {
          show(settings.transactions(), operations);
        }
      }

      @Override
      public void worked() {
        progress.end();
      }

      @Override
      public Map<String, Long> result(RunTotals totals, TlsSettings tls, TlsLedger ledger)
          throws IOException {
        return report.write(totals, tls, ledger);
      }
    };
  }
}
