package dev.tlsbench.measure.load;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.measure.cluster.Rounds;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.KeySeed;
import dev.tlsbench.measure.fork.RoundSpec;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.paired.Progress;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * Finds the number of executors that saturates a server: doubles it until throughput stops growing.
 */
public final class ClusterSaturation {
  private static final double MORE_WORK = 1.05;

  /** The idle part of the clients' cores below which they count as saturated. */
  private static final double IDLE = 0.05;

  private static final int TRIES = 3;

  private final ClusterEngine engine;
  private final Target target;
  private final Properties base;
  private final Variant variant;
  private final Settings settings;
  private final Progress progress;
  private final UnaryOperator<String> hide;
  private int number;

  /**
   * Prepares a search without connecting.
   *
   * @param engine opens the cluster
   * @param base the properties that all variants share
   * @param variant the variant whose clients generate the load
   * @param settings seed, JVM, threads, and the cluster with the most executors
   * @param hide removes passwords from messages of other software
   */
  public ClusterSaturation(
      ClusterEngine engine,
      Target target,
      Properties base,
      Variant variant,
      Settings settings,
      Progress progress,
      UnaryOperator<String> hide) {
    this.engine = engine;
    this.target = target;
    this.base = base;
    this.variant = variant;
    this.settings = settings;
    this.progress = progress;
    this.hide = hide;
  }

  /**
   * A load.
   *
   * @param perSecond operations a second, all executors together
   * @param clientCores cores that the clients of each executor used, on average
   * @param idleCores cores of each executor's machine that were idle, on average
   * @param full true if more executors did not raise throughput
   */
  public record Load(
      int executors, double perSecond, double clientCores, double idleCores, boolean full) {
    private String told() {
      return String.format(
          Locale.ROOT,
          "With %s there were %.0f operations a second; the clients of each used %.2f cores, and"
              + " %.2f were idle",
          counted(executors),
          perSecond,
          clientCores,
          idleCores);
    }

    /** Returns the conclusion as a sentence. */
    public String conclusion() {
      if (!full) {
        return told() + "; more executors were not tried.";
      }
      return told()
          + "; more executors did no more work, so "
          + (idleCores < IDLE * (clientCores + idleCores)
              ? "either side may be the limit: these machines had no core left."
              : "the server or the network was the limit.");
    }
  }

  /**
   * Raises the number of executors until throughput stops growing.
   *
   * @param first the first number of executors
   * @throws NothingMeasuredException if the executors were too busy
   * @throws IOException if the variant cannot connect, or the cluster is lost
   */
  public Load find(int first) throws IOException, InterruptedException {
    ClusterOptions options = Objects.requireNonNull(settings.cluster());
    Measured measured = new Measured();
    try (Rounds rounds =
        new Rounds(
            engine,
            options,
            settings,
            this::spec,
            measured,
            line -> progress.say(hide.apply(line)))) {
      Load best = measure(rounds, measured, first);
      while (best.executors() < options.executors()) {
        int more = Math.min(2 * best.executors(), options.executors());
        Load next = measure(rounds, measured, more);
        if (next.perSecond() < MORE_WORK * best.perSecond()) {
          return new Load(
              best.executors(), best.perSecond(), best.clientCores(), best.idleCores(), true);
        }
        best = next;
      }
      return best;
    }
  }

  /** Measures a round, again if an executor was lost. */
  private Load measure(Rounds rounds, Measured measured, int executors)
      throws IOException, InterruptedException {
    for (int tries = 0; tries < TRIES; tries++) {
      int round = number++;
      int took = rounds.run(round, executors);
      List<WindowData> windows =
          measured.epochs().stream()
              .filter(epoch -> epoch.fork() == round)
              .flatMap(epoch -> epoch.windows().stream())
              .toList();
      if (took == executors && !windows.isEmpty()) {
        return load(executors, windows);
      }
    }
    throw rounds.withoutResult("no round of " + counted(executors));
  }

  private static String counted(int executors) {
    return executors + (executors == 1 ? " executor" : " executors");
  }

  private Load load(int executors, List<WindowData> windows) {
    double seconds = windows.stream().mapToDouble(window -> window.work().seconds()).sum();
    double cpu = windows.stream().mapToDouble(window -> window.use().clientCpu()).sum();
    double idle = windows.stream().mapToDouble(window -> window.use().idle()).sum();
    Load load =
        new Load(
            executors,
            windows.stream().mapToDouble(window -> window.work().perSecond()).average().orElse(0),
            cpu / 1e3 / seconds / executors,
            idle / 1e3 / seconds / executors,
            false);
    progress.say(load.told());
    return load;
  }

  private ForkSpec spec(int round, RoundSpec part) {
    Map<String, String> properties = RunProperties.strings(variant.applyTo(target.binding(), base));
    return new ForkSpec(
            target.binding().id(),
            Map.of(variant.name(), properties),
            settings.clients(),
            false,
            KeySeed.of(settings.seed(), round, 0, 0),
            null)
        .inRound(target.binding(), part);
  }
}
