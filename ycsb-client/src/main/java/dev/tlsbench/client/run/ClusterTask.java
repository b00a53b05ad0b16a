package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads or runs a workload from several executors of a cluster, and merges their measurements. */
public final class ClusterTask {
  private final Binding binding;
  private final Properties properties;
  private final Map<String, String> environment;
  private final ClusterOptions options;
  private final Consumer<String> messages;

  /**
   * Creates a task.
   *
   * @param properties the properties of the whole run; the URL of an embedded server is added
   * @param environment variables by name, which select the directory of an embedded server
   */
  public ClusterTask(
      Binding binding,
      Properties properties,
      Map<String, String> environment,
      ClusterOptions options,
      Consumer<String> messages) {
    this.binding = binding;
    this.properties = properties;
    this.environment = environment;
    this.options = options;
    this.messages = messages;
  }

  /**
   * Loads or runs, and writes the result.
   *
   * @param out receives the result
   * @param err receives the part of the result that does not fit into its format
   * @return {@code false} if the result must not be used
   */
  public boolean run(boolean transactions, PrintStream out, PrintStream err)
      throws DBException, IOException, InterruptedException {
    // Before the properties are divided: it may replace some by the URL.
    binding.prepare(properties);
    properties.setProperty(Client.DO_TRANSACTIONS_PROPERTY, String.valueOf(transactions));
    // Workloads require it; no measurement is read from it.
    Measurements.setProperties(properties);
    Workload workload = Workloads.open(properties);
    Workloads.note(workload, properties).ifPresent(messages);
    List<Properties> shares = Shares.of(transactions, workload, properties, options.executors());
    if (transactions || !(workload instanceof SelfLoading)) {
      RunSettings.of(transactions, properties);
    }
    MergedMeasurements merged = new MergedMeasurements(properties, shares.size());
    Report report = Report.of(workload, properties, out, err);
    refuseEmbeddedElsewhere();
    ClusterEngine engine = ClusterEngine.find();
    engine.check(options);
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, messages)) {
      RecordLoader records = new RecordLoader(binding, properties, messages);
      records.prepare(workload, transactions, embedded.isRunning());
      List<ClusterMessage.Part> tasks = new ArrayList<>();
      for (Properties share : shares) {
        share.setProperty(binding.urlProperty(), properties.getProperty(binding.urlProperty()));
        tasks.add(
            new ClusterMessage.Part(
                tasks.size(), binding.id(), transactions, ShippedProperties.pack(binding, share)));
      }
      Parts parts = new Parts(merged, shares, transactions);
      engine.run(
          options,
          new ClusterMessage.Job(
              options.master(),
              options.executors(),
              ShippedProperties.hasSecret(tasks.get(0).properties()),
              PartMain.class.getName(),
              jvmArguments(),
              List.of(),
              tasks),
          parts);
      parts.refuseIfNoneStarted();
      Map<String, Long> failures =
          report.write(
              merged.totals(),
              to -> merged.exportTo(to, options.each()),
              merged.section(),
              merged.handshakes(false),
              merged.handshakes(true));
      if (transactions) {
        parts.problems.addAll(Verdict.ofData(records.violations()));
      } else if (parts.problems.isEmpty()) {
        records.analyze(workload);
      }
      parts.problems.forEach(messages);
      return parts.problems.isEmpty() && failures.isEmpty();
    }
  }

  /**
   * Returns the JVM arguments of {@code -jvm-args} and {@code JAVA_OPTS}, without the stores that
   * {@link ShippedProperties} transfers with their passwords.
   */
  private static List<String> jvmArguments() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> !argument.startsWith("-Dtlsbench."))
        .filter(argument -> !argument.startsWith("-Djavax.net.ssl."))
        // Of bin/ycsb: the archive is that of this JVM's class path.
        .filter(argument -> !argument.matches("-Xlog:cds\\*=off|-XX:(Dump|Shared).*"))
        .toList();
  }

  /** Refuses an embedded server with remote executors: it listens only on this machine. */
  private void refuseEmbeddedElsewhere() {
    if (properties.getProperty(binding.urlProperty()) == null && !options.isLocal()) {
      throw new InvalidSettingException(
          binding.urlProperty()
              + ": not given, and executors elsewhere cannot reach an embedded server; name a"
              + " server, or use --cluster 'local[2]'");
    }
  }

  /** The status lines of {@code -s}. */
  private final class Status {
    private final boolean printed =
        Boolean.parseBoolean(properties.getProperty(Client.STATUS_PROPERTY));
    private final int seconds = RunProperties.number(properties, "status.interval", 10, 0);
    private final Instant start = Instant.now();
    private Instant last = start;
    private long before;

    void show(long operations) {
      Instant now = Instant.now();
      double since = Duration.between(last, now).toMillis() / 1e3;
      if (printed && since >= seconds) {
        messages.accept(
            String.format(
                Locale.ROOT,
                "%d sec: %d operations; %.1f current ops/sec",
                Duration.between(start, now).toSeconds(),
                operations,
                (operations - before) / Math.max(since, 1e-3)));
        last = now;
        before = operations;
      }
    }
  }

  /** Receives the messages of the parts. */
  private final class Parts implements Consumer<ClusterMessage> {
    private final MergedMeasurements merged;
    private final List<Properties> shares;
    private final boolean transactions;
    private final List<String> problems = new ArrayList<>();
    private final Status status = new Status();
    private final boolean[] done;
    private @Nullable RuntimeException invalid;
    private @Nullable ConnectFailedException unconnected;

    Parts(MergedMeasurements merged, List<Properties> shares, boolean transactions) {
      this.merged = merged;
      this.shares = shares;
      this.transactions = transactions;
      this.done = new boolean[shares.size()];
    }

    @Override
    public void accept(ClusterMessage message) {
      if (message instanceof ClusterMessage.Interval interval) {
        merged.interval(interval);
        status.show(merged.totals().operations());
      } else if (message instanceof ClusterMessage.Result result) {
        merged.result(result);
      } else if (message instanceof ClusterMessage.Note note) {
        messages.accept(note.text());
      } else if (message instanceof ClusterMessage.End end) {
        end(end.part(), end.exitCode(), end.reason());
      } else if (message instanceof ClusterMessage.Lost lost && !done[lost.part()]) {
        problems.add(
            "executor "
                + lost.part()
                + " was lost after "
                + merged.operations(lost.part())
                + " operations: "
                + lost.reason()
                + left(lost.part()));
      }
    }

    private void end(int part, int code, String reason) {
      done[part] = true;
      switch (code) {
        case ClientExitCode.DONE -> {}
        case ClientExitCode.INVALID -> invalid = new InvalidSettingException(reason);
        case ClientExitCode.NO_CONNECTION -> unconnected = new ConnectFailedException(reason);
        default -> {}
      }
      if (code != ClientExitCode.DONE) {
        problems.add(
            "executor "
                + part
                + (reason.isEmpty() ? ": its result must not be used" : ": " + reason)
                + left(part));
      }
    }

    /** Names the records that a failed part of a load may lack. */
    private String left(int part) {
      Properties share = shares.get(part);
      if (transactions || !share.containsKey(Workload.INSERT_START_PROPERTY)) {
        return "";
      }
      long start = Long.parseLong(share.getProperty(Workload.INSERT_START_PROPERTY));
      long count = Long.parseLong(share.getProperty(Client.INSERT_COUNT_PROPERTY));
      return "; of the records "
          + start
          + " to "
          + (start + count - 1)
          + " some may be missing (insertstart="
          + start
          + ", insertcount="
          + count
          + ")";
    }

    /** Throws the failure that prevented all parts from measuring anything. */
    void refuseIfNoneStarted() throws ConnectFailedException {
      if (merged.totals().operations() > 0) {
        return;
      }
      if (invalid != null) {
        throw invalid;
      }
      if (unconnected != null) {
        throw unconnected;
      }
    }
  }
}
