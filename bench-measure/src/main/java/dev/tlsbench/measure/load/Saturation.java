package dev.tlsbench.measure.load;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.measure.cluster.Rounds;
import dev.tlsbench.measure.fork.EpochOrder;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.KeySeed;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.fork.Settings.Clients;
import dev.tlsbench.measure.judge.Measured;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.judge.ServerLoad;
import dev.tlsbench.measure.judge.Warmth;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * Finds the number of clients that saturates a server or this machine: doubles it until throughput
 * stops growing or the CPU is used.
 */
public final class Saturation {
  private static final double MORE_WORK = 1.05;
  private static final double BUSY = 0.95;
  private static final int MOST_THREADS = 256;
  private static final int WINDOWS = 5;

  /** The idle part of the executors' cores below which they count as saturated. */
  private static final double IDLE = 0.05;

  /** Attempts to measure a number of executors. */
  private static final int TRIES = 3;

  private final Target target;
  private final Properties base;
  private final Variant variant;
  private final Settings settings;
  private final Progress progress;
  private int round;

  /**
   * Prepares a search without connecting.
   *
   * @param base the properties that all variants share
   * @param variant the variant whose clients generate the load
   * @param settings seed, JVM, and threads: the first number of them, or those of each executor
   */
  public Saturation(
      Target target, Properties base, Variant variant, Settings settings, Progress progress) {
    this.target = target;
    this.base = base;
    this.variant = variant;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * A load.
   *
   * @param clients concurrent clients of this machine, or executors
   * @param perSecond operations a second, all clients together
   * @param full true if the CPU was saturated, or if more clients did not raise throughput
   * @param found the load in words
   * @param limit the end of the conclusion if {@code full}
   * @param untried the end of the conclusion otherwise
   */
  public record Load(
      int clients, double perSecond, boolean full, String found, String limit, String untried) {

    private Load asFull() {
      return new Load(clients, perSecond, true, found, limit, untried);
    }

    /** Returns the conclusion as a sentence. */
    public String conclusion() {
      return found + (full ? limit : untried);
    }
  }

  /** Measures the load of a number of clients. */
  @FunctionalInterface
  private interface Measurement {
    Load of(int clients) throws IOException, InterruptedException;
  }

  private Load find(int first, int most, Measurement measurement)
      throws IOException, InterruptedException {
    Load best = measured(measurement.of(first));
    while (!best.full() && best.clients() < most) {
      Load next = measured(measurement.of(Math.min(2 * best.clients(), most)));
      if (!next.full() && next.perSecond() <= MORE_WORK * best.perSecond()) {
        return best.asFull();
      }
      best = next;
    }
    return best;
  }

  private Load measured(Load load) {
    progress.say(load.found());
    return load;
  }

  /**
   * Raises the number of this machine's clients until its CPU is used or throughput stops growing.
   *
   * @throws IOException if the variant cannot connect, or a forked JVM fails
   */
  public Load ofThreads() throws IOException, InterruptedException {
    int first = settings.clients().threads();
    int most = first;
    while (most < MOST_THREADS) {
      most *= 2;
    }
    return find(first, most, this::inFork);
  }

  /**
   * Raises the number of executors until throughput stops growing.
   *
   * @param engine opens the cluster, whose options have the largest number of executors
   * @param first the first number of executors
   * @param hide removes passwords from messages of other software
   * @throws NothingMeasuredException if the executors were too busy
   * @throws IOException if the variant cannot connect, or the cluster is lost
   */
  public Load ofExecutors(ClusterEngine engine, int first, UnaryOperator<String> hide)
      throws IOException, InterruptedException {
    ClusterOptions options = Objects.requireNonNull(settings.cluster());
    Measured measured = new Measured();
    try (Rounds rounds =
        new Rounds(
            engine,
            options,
            settings,
            (number, part) ->
                spec(settings.clients(), KeySeed.of(settings.seed(), number, 0, 0))
                    .inRound(target.binding(), part),
            measured,
            line -> progress.say(hide.apply(line)))) {
      return find(first, options.executors(), executors -> inRounds(rounds, measured, executors));
    }
  }

  private ForkSpec spec(Clients clients, long seed) {
    Map<String, String> properties = RunProperties.strings(variant.applyTo(target.binding(), base));
    return new ForkSpec(
        target.binding().id(), Map.of(variant.name(), properties), clients, false, seed, null);
  }

  private Load inFork(int threads) throws IOException {
    ForkSpec spec = spec(Clients.anywhere(threads, 0), settings.seed());
    try (ForkProcess fork = ForkProcess.start(spec, settings, progress::say)) {
      // Half the warm-up, since a rough figure suffices.
      Duration given = settings.timing().warmUp();
      long warmUp = (given == null ? Warmth.USUAL : given).dividedBy(2).toNanos();
      long end = System.nanoTime() + warmUp;
      int epoch = 0;
      while (System.nanoTime() < end) {
        fork.run(order(epoch++));
      }
      return ofThreads(threads, fork.run(order(epoch)).windows());
    }
  }

  private EpochOrder order(int number) {
    return new EpochOrder(number, true, WINDOWS, settings.timing().window().toMillis(), 0, 0);
  }

  private Load ofThreads(int threads, List<WindowData> windows) {
    double cores = ServerLoad.cores();
    double busy = Math.max(0, Math.min(1, 1 - idle(windows) / cores));
    double client = clientCpu(windows) / cores;
    boolean saturated = busy >= BUSY;
    double perSecond = perSecond(windows);
    return new Load(
        threads,
        perSecond,
        saturated,
        String.format(
            Locale.ROOT,
            "With %s %d %% of this machine's CPU time was used, %d %% by the client, for %d"
                + " operations a second",
            counted(threads, "client"),
            Math.round(100 * busy),
            Math.round(100 * client),
            Math.round(perSecond)),
        saturated ? bottleneck(client > busy / 2) : otherLimit(),
        "; more clients were not tried.");
  }

  private String bottleneck(boolean clientTakesMore) {
    return target.isLocal()
        ? ": client and server share it, and the "
            + (clientTakesMore ? "client" : "server")
            + " takes most of it."
        : ": the client is the bottleneck, not the server.";
  }

  private String otherLimit() {
    return "; more clients did no more work, so the limit is not this machine's CPU"
        + (target.isLocal() ? "." : ", but the server or the network.");
  }

  /** Measures a round, again if an executor was lost. */
  private Load inRounds(Rounds rounds, Measured measured, int executors)
      throws IOException, InterruptedException {
    for (int tries = 0; tries < TRIES; tries++) {
      int number = round++;
      int took = rounds.run(number, executors);
      List<WindowData> windows =
          measured.epochs().stream()
              .filter(epoch -> epoch.fork() == number)
              .flatMap(epoch -> epoch.data().windows().stream())
              .toList();
      if (took == executors && !windows.isEmpty()) {
        return ofExecutors(executors, windows);
      }
    }
    throw rounds.withoutResult("no round of " + counted(executors, "executor"));
  }

  private static Load ofExecutors(int executors, List<WindowData> windows) {
    double client = clientCpu(windows) / executors;
    double idle = idle(windows) / executors;
    double perSecond = perSecond(windows);
    return new Load(
        executors,
        perSecond,
        false,
        String.format(
            Locale.ROOT,
            "With %s there were %.0f operations a second; the clients of each used %.2f cores, and"
                + " %.2f were idle",
            counted(executors, "executor"),
            perSecond,
            client,
            idle),
        "; more executors did no more work, so "
            + (idle < IDLE * (client + idle)
                ? "either side may be the limit: these machines had no core left."
                : "the server or the network was the limit."),
        "; more executors were not tried.");
  }

  private static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static double perSecond(List<WindowData> windows) {
    return windows.stream().mapToDouble(window -> window.work().perSecond()).average().orElse(0);
  }

  /** Returns the cores that the clients used, all machines together. */
  private static double clientCpu(List<WindowData> windows) {
    return windows.stream().mapToDouble(window -> window.use().clientCpu()).sum() / millis(windows);
  }

  /** Returns the cores that were idle, all machines together. */
  private static double idle(List<WindowData> windows) {
    return windows.stream().mapToDouble(window -> window.use().idle()).sum() / millis(windows);
  }

  private static double millis(List<WindowData> windows) {
    return 1e3 * windows.stream().mapToDouble(window -> window.work().seconds()).sum();
  }
}
