package dev.tlsbench.client.run;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
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
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload and judges the result. */
public final class WorkloadTask {
  private final Binding binding;
  private final Properties properties;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final Consumer<String> messages;
  private @Nullable Phases phases;

  /** Receives the phases of a run that is a part of one over several machines. */
  public interface Phases {
    /** All threads are connected; the run goes on when this returns. */
    void connected() throws InterruptedException;

    /** All threads have ended, and the result is about to be written. */
    void worked() throws InterruptedException;
  }

  /**
   * Prepares a task.
   *
   * @param properties those of the run; a URL of an embedded server is added
   * @param err takes the part of the result that has no place in its format
   */
  public WorkloadTask(
      Binding binding,
      Properties properties,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err,
      Consumer<String> messages) {
    this.binding = binding;
    this.properties = properties;
    this.environment = environment;
    this.out = out;
    this.err = err;
    this.messages = messages;
  }

  /** Makes this a part of a run, whose server is in order. */
  @CanIgnoreReturnValue
  public WorkloadTask partOfMany(Phases listener) {
    phases = listener;
    return this;
  }

  /**
   * Loads or runs, and writes the result.
   *
   * @param transactions {@code true} runs the workload, {@code false} loads its records
   * @return {@code false} if the result must not be used
   * @throws DBException if a client cannot connect
   * @throws IOException if the result cannot be written, or the embedded server does not start
   * @throws InterruptedException if the thread is interrupted
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
    Report report = Report.of(properties, out, err);
    GuardedWorkload workload = new GuardedWorkload(named);
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, messages)) {
      Phases listener = phases;
      if (listener == null) {
        new RecordLoader(binding, properties, messages)
            .prepare(named, transactions, embedded.isRunning());
      }
      Session session = binding.share(properties, ConnectionSeries.of(properties));
      try {
        ClientRun run = new ClientRun(settings, properties, workload, binding::newClient);
        run.connect();
        if (listener != null) {
          listener.connected();
        }
        RunTotals totals = run.work();
        if (listener != null) {
          listener.worked();
        }
        refuseIfInvalid(totals, workload);
        Map<String, Long> failures = report.write(totals, session.settings(), session.ledger());
        List<String> problems =
            Verdict.problems(
                totals, failures, workload.failure(), session.settings(), session.ledger());
        problems.forEach(messages);
        return problems.isEmpty();
      } finally {
        binding.release(properties);
      }
    }
  }

  /** An invalid setting that stops every operation is a wrong property, not an unusable result. */
  private static void refuseIfInvalid(RunTotals totals, GuardedWorkload workload) {
    if (totals.operations() == 0
        && workload.failure().orElse(null) instanceof InvalidSettingException invalid) {
      throw invalid;
    }
  }
}
