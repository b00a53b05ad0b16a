package dev.tlsbench.measure.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.fork.ForkMain;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.ForkReply.Clocks;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Failure;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.RoundSpec;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured;
import dev.tlsbench.measure.judge.Warmth;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.Warning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The rounds of a comparison on a cluster. A round is a fork on each executor; all run the same
 * variant at the same time. For one thread, except {@link #close}.
 */
public final class Rounds implements AutoCloseable {
  /**
   * The time of a round in addition to warm-up and measurement: start of JVMs, and Spark's
   * barriers.
   */
  private static final Duration OVERHEAD = Duration.ofSeconds(8);

  /** The time limit for the start of a JVM, sufficient on a busy machine. */
  private static final Duration START = Duration.ofMinutes(1);

  private static final String NONE_IN_TIME =
      "in no block did all executors begin their windows in time: they are too busy, or operations"
          + " take too long; give fewer --threads or a longer --window";

  private final ClusterOptions options;
  private final Settings settings;
  private final BiFunction<Integer, RoundSpec, ForkSpec> specs;
  private final Measured measured;
  private final Consumer<String> messages;
  private final Cluster cluster;
  private final ObjectMapper json = new ObjectMapper();
  private final List<Warning> warnings = new ArrayList<>();
  private int lost;
  private String lastLoss = "";
  private boolean isLastLost;
  private int drifted;
  private int late;
  private Clocks clocks = Clocks.ONE;
  private long forks;
  private long sent;
  private long received;

  /**
   * Connects to the cluster.
   *
   * @param engine opens the cluster
   * @param specs creates the task of a fork for the number of a round
   * @param measured receives epochs
   * @param messages receives messages, which may hold passwords
   * @throws IOException if the cluster cannot be reached, or has too few executors
   */
  public Rounds(
      ClusterEngine engine,
      ClusterOptions options,
      Settings settings,
      BiFunction<Integer, RoundSpec, ForkSpec> specs,
      Measured measured,
      Consumer<String> messages)
      throws IOException, InterruptedException {
    this.options = options;
    this.settings = settings;
    this.specs = specs;
    this.measured = measured;
    this.messages = messages;
    boolean secrets =
        specs.apply(0, round(0)).variants().values().stream()
            .anyMatch(ShippedProperties::hasSecret);
    this.cluster = engine.open(options.withSecrets(secrets), messages);
  }

  /**
   * Runs a round.
   *
   * @return false if there must not be another one
   * @throws InvalidSettingException if a fork reports that a property is wrong
   * @throws ConnectFailedException if a fork cannot connect before the first measurement
   * @throws IOException if the cluster is lost before the first measurement
   */
  public boolean run(int number) throws IOException, InterruptedException {
    int parts = Math.min(options.executors(), cluster.executors());
    if (parts < options.minExecutors()) {
      warnings.add(new Warning.TooFewExecutors(parts, options.minExecutors()));
      return false;
    }
    List<String> inputs = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      inputs.add(json.writeValueAsString(specs.apply(number, round(part))));
    }
    MergedEpochs merged =
        new MergedEpochs(parts, settings.timing().blocks(), START.plus(settings.patience()));
    cluster.run(
        new ClusterJob(
            ForkMain.class.getName(),
            ForkProcess.jvmArguments(settings.jvmArguments()),
            inputs,
            true),
        merged);
    take(number, inputs, merged);
    return true;
  }

  /** Returns the size of a line to or from a fork. */
  static long bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8).length + 1L;
  }

  private void take(int number, List<String> inputs, MergedEpochs merged) throws IOException {
    Optional<String> reason = merged.lost();
    if (merged.failure().isPresent()) {
      reason = Optional.of(refuseUnlessBroken(merged.failure().get()));
    }
    isLastLost = reason.isPresent();
    if (reason.isPresent()) {
      lost++;
      leaveOut(number, reason.get());
    } else if (merged.clocks().drifted()) {
      drifted++;
      leaveOut(
          number,
          String.format(
              Locale.ROOT,
              "clocks moved: two may differ by %.1f ms, and between windows are %.1f ms",
              merged.clocks().errorMillis(),
              merged.clocks().guardMillis()));
    } else {
      List<EpochData> whole = merged.whole();
      for (EpochData epoch : whole) {
        measured.add(number, epoch);
      }
      late += merged.late();
      if (whole.isEmpty()) {
        leaveOut(number, NONE_IN_TIME);
      }
      clocks = clocks.with(merged.clocks());
      forks += inputs.size();
      sent += inputs.stream().mapToLong(Rounds::bytes).sum();
      received += merged.bytes();
    }
    measured.setExecutors(
        new Setup.Executors(
            inputs.size(),
            lost,
            drifted,
            late,
            clocks.offsetMillis(),
            clocks.errorMillis(),
            forks == 0 ? 0 : sent / forks,
            forks == 0 ? 0 : received / forks));
  }

  private void leaveOut(int number, String reason) {
    lastLoss = reason;
    messages.accept("round " + (number + 1) + " is lost: " + reason);
  }

  private static String refuseUnlessBroken(Failure failure) throws ConnectFailedException {
    return switch (failure.kind()) {
      case INVALID -> throw new InvalidSettingException(failure.message());
      case NO_CONNECTION -> throw new ConnectFailedException(failure.message());
      case BROKEN -> failure.message();
    };
  }

  /**
   * Checks that there is a result, which may be that executors were too busy.
   *
   * @throws ConnectFailedException if nothing was measured, and the last round was lost
   */
  public void requireResult() throws IOException {
    if (isLastLost && measured.epochs().isEmpty()) {
      throw new ConnectFailedException("--cluster: no round has a result: " + lastLoss);
    }
  }

  private RoundSpec round(int part) {
    Duration given = settings.timing().warmUp();
    Duration warmUp = given == null ? Warmth.USUAL : given;
    Duration share = settings.timing().duration().dividedBy(settings.timing().forks());
    Duration left = share.minus(warmUp).minus(OVERHEAD);
    Duration measuring = left.compareTo(warmUp) < 0 ? warmUp : left;
    return new RoundSpec(
        part,
        warmUp.toMillis(),
        measuring.toMillis(),
        settings.timing().blocks(),
        settings.timing().window().toMillis());
  }

  /** Returns warnings about the end of the run; none if it is complete. */
  public List<Warning> warnings() {
    return warnings;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
