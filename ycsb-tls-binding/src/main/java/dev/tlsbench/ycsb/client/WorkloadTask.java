package dev.tlsbench.ycsb.client;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.ConnectionSeries;
import dev.tlsbench.ycsb.session.Session;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload and judges the result. */
final class WorkloadTask {
  private final Invocation.Work work;
  private final Binding binding;
  private final Properties properties;
  private final PrintStream out;
  private final PrintStream err;
  private final Consumer<String> messages;

  /**
   * Prepares a task.
   *
   * @param out takes the result
   * @param err takes what of the result has no place in it
   * @param messages takes what people are told, line by line
   */
  WorkloadTask(Invocation.Work work, PrintStream out, PrintStream err, Consumer<String> messages) {
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
    RunSettings settings = RunSettings.of(transactions, properties);
    Report report = Report.of(properties, out, err);
    setUpMeasurements();
    GuardedWorkload workload = new GuardedWorkload(Workloads.open(properties));
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, messages)) {
      if (embedded.isRunning()) {
        prepare(transactions);
      }
      Session session = binding.share(properties, ConnectionSeries.of(properties));
      try {
        ClientRun run = new ClientRun(settings, properties, workload, binding::newClient);
        run.connect();
        RunTotals totals = run.work();
        Map<String, Long> failures = report.write(totals, session.settings(), session.ledger());
        List<String> problems = new ArrayList<>();
        workload.failure().ifPresent(reason -> problems.add("the run broke off: " + reason));
        problems.addAll(failures(totals, failures));
        problems.addAll(differences(session));
        problems.forEach(problem -> messages.accept(problem + "; do not use this result"));
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE;
      } finally {
        binding.release(properties);
      }
    }
  }

  private void prepare(boolean transactions) throws DBException, ConnectFailedException {
    EmbeddedRecords records = new EmbeddedRecords(binding, properties, messages);
    if (transactions) {
      records.loadIfEmpty();
    } else {
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

  private static List<String> failures(RunTotals totals, Map<String, Long> failures) {
    List<String> problems = new ArrayList<>();
    if (!failures.isEmpty()) {
      long sum = failures.values().stream().mapToLong(Long::longValue).sum();
      String kinds =
          failures.entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", "));
      problems.add(sum + " operations failed (" + kinds + ")" + hint(failures));
    } else if (totals.operations() == 0) {
      problems.add("no operation was done");
    }
    return problems;
  }

  private static String hint(Map<String, Long> failures) {
    boolean notFound = failures.keySet().stream().anyMatch(kind -> kind.endsWith("NOT_FOUND"));
    return notFound ? ": was it loaded with the same recordcount, insertorder and table?" : "";
  }

  private static List<String> differences(Session session) {
    if (session.settings().enabled() && session.ledger().handshakes().isEmpty()) {
      return List.of("TLS was asked for, but no handshake was seen");
    }
    return session.ledger().differences(session.settings());
  }
}
