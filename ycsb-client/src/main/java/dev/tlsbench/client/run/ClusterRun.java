package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import site.ycsb.Client;
import site.ycsb.Workload;

/** Loads or runs a workload from several executors of a cluster, and merges their measurements. */
final class ClusterRun {
  private final Binding binding;
  private final Properties properties;
  private final ClusterOptions options;
  private final boolean transactions;
  private final Progress progress;
  private final ClusterEngine engine;
  private final List<Properties> shares;
  private final MergedMeasurements merged;
  private final List<ClusterMessage.End> ends = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * Divides the work.
   *
   * @param properties the properties of the whole run
   * @throws InvalidSettingException if it cannot be divided, or the cluster cannot be used
   */
  ClusterRun(
      Binding binding,
      Properties properties,
      ClusterOptions options,
      boolean transactions,
      Workload workload,
      Progress progress) {
    this.binding = binding;
    this.properties = properties;
    this.options = options;
    this.transactions = transactions;
    this.progress = progress;
    // Before the properties are divided: it may replace some by the URL.
    binding.prepare(properties);
    shares = Shares.of(transactions, workload, properties, options.executors());
    merged = new MergedMeasurements(properties, shares.size());
    refuseEmbeddedElsewhere();
    engine = ClusterEngine.find();
    engine.check(options);
  }

  /**
   * Runs all parts, and writes the result.
   *
   * @param started receives the count of operations so far when all parts are connected
   * @return the reasons why the result must not be used, one line each; empty if it may be
   */
  List<String> run(Report report, Consumer<LongSupplier> started)
      throws IOException, InterruptedException {
    List<ClusterMessage.Part> tasks = new ArrayList<>();
    for (Properties share : shares) {
      share.setProperty(binding.urlProperty(), properties.getProperty(binding.urlProperty()));
      tasks.add(
          new ClusterMessage.Part(
              tasks.size(), binding.id(), transactions, ShippedProperties.pack(binding, share)));
    }
    engine.run(
        options,
        new ClusterMessage.Job(
            options.master(),
            ShippedProperties.hasSecret(tasks.get(0).properties()),
            PartMain.class.getName(),
            jvmArguments(),
            List.of(),
            tasks),
        message -> {
          if (message instanceof ClusterMessage.Start) {
            started.accept(merged::operations);
          } else {
            receive(message);
          }
        });
    progress.end();
    refuseIfNoneStarted();
    report.write(
        merged.totals(),
        to -> merged.exportTo(to, options.each()),
        merged.section(),
        merged.handshakes(false),
        merged.handshakes(true));
    return problems;
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

  private void receive(ClusterMessage message) {
    if (message instanceof ClusterMessage.Interval interval) {
      merged.interval(interval);
    } else if (message instanceof ClusterMessage.Result result) {
      merged.result(result);
    } else if (message instanceof ClusterMessage.Note note) {
      progress.say(note.text());
    } else if (message instanceof ClusterMessage.End end) {
      ends.add(end);
      if (end.exitCode() != ClientExitCode.DONE) {
        problem(
            end.part(),
            end.reason().isEmpty() ? ": its result must not be used" : ": " + end.reason());
      }
    } else if (message instanceof ClusterMessage.Lost lost
        && ends.stream().noneMatch(end -> end.part() == lost.part())) {
      long operations = merged.operations(lost.part());
      problem(lost.part(), " was lost after " + operations + " operations: " + lost.reason());
    }
  }

  /** Adds a problem, with the records that a failed part of a load may lack. */
  private void problem(int part, String what) {
    Properties share = shares.get(part);
    String left = "";
    if (!transactions && share.containsKey(Workload.INSERT_START_PROPERTY)) {
      long start = Long.parseLong(share.getProperty(Workload.INSERT_START_PROPERTY));
      long count = Long.parseLong(share.getProperty(Client.INSERT_COUNT_PROPERTY));
      left =
          "; of the records "
              + start
              + " to "
              + (start + count - 1)
              + " some may be missing (insertstart="
              + start
              + ", insertcount="
              + count
              + ")";
    }
    problems.add("executor " + part + what + left);
  }

  /** Throws the failure that prevented all parts from measuring anything. */
  private void refuseIfNoneStarted() throws ConnectFailedException {
    Optional<ClusterMessage.End> first =
        ends.stream()
            .filter(end -> !end.reason().isEmpty())
            .min(Comparator.comparingInt(ClusterMessage.End::exitCode));
    if (merged.operations() > 0 || first.isEmpty()) {
      return;
    }
    String reason = first.get().reason();
    switch (first.get().exitCode()) {
      case ClientExitCode.INVALID -> throw new InvalidSettingException(reason);
      case ClientExitCode.NO_CONNECTION -> throw new ConnectFailedException(reason);
      default -> {}
    }
  }
}
