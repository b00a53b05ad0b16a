package dev.tlsbench.measure.paired;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochOrder;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.KeySeed;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Contender;
import dev.tlsbench.measure.judge.Measured;
import dev.tlsbench.measure.judge.Summary;
import dev.tlsbench.measure.judge.Warmth;
import dev.tlsbench.measure.judge.Warnings;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Compares variants with a baseline. A run consists of forks, a fork of epochs, and an epoch of
 * blocks with one window of every variant and of the control, which is the baseline a second time.
 *
 * <p>One thread calls {@link #run}; another may call {@link #stop}.
 */
public final class Comparison {

  private final Target target;
  private final Properties base;
  private final Settings settings;
  private final List<Contender> contenders = new ArrayList<>();
  private final Progress progress;
  private final UnaryOperator<String> hide;
  private final Measured measured;
  private final List<Warning> warnings = new ArrayList<>();
  private final Instant started = Instant.now();
  private final Summary summary;
  private final CountDownLatch stopping = new CountDownLatch(1);

  /** Clients for the current process of the server. */
  private Settings.Clients clients;

  private @Nullable Restart restart;
  private volatile @Nullable ForkProcess current;

  /** Determined in the first fork once it is warm, and used in all of them; 0 before. */
  private int burstOperations;

  /** The duration of the bursts of an epoch that counts; also determined in the first fork. */
  private Duration bursts;

  @FunctionalInterface
  public interface Restart {
    /** Starts the server again, with the same address and data. */
    Settings.Clients restart() throws IOException;
  }

  /**
   * Prepares a comparison without connecting.
   *
   * @param hide removes passwords from messages of other software
   */
  public Comparison(
      Target target,
      Properties base,
      List<Variant> variants,
      Settings settings,
      Progress progress,
      UnaryOperator<String> hide) {
    this.hide = hide;
    this.target = target;
    this.base = base;
    this.settings = settings;
    this.measured = new Measured(settings.timing().quick());
    this.clients = settings.clients();
    this.progress = progress;
    Variant baseline = variants.get(0);
    contenders.add(new Contender(baseline, Role.BASELINE));
    contenders.add(new Contender(settings.data().control(baseline), Role.CONTROL));
    variants.stream().skip(1).map(v -> new Contender(v, Role.VARIANT)).forEach(contenders::add);
    this.summary =
        new Summary(
            contenders, settings, Workloads.isUniform(properties(contenders.get(0))), measured);
    this.bursts = settings.bursts(contenders.size());
  }

  /**
   * Gives each fork a server process of its own. Decisions that a process makes once, such as its
   * JIT compilation, then vary between forks and are part of the interval.
   */
  public Comparison restarting(Restart between) {
    restart = between;
    return this;
  }

  /**
   * Runs until everything is measured, {@link #stop} is called, or the server does not return
   * within the patience. If every operation of a variant fails, the run ends with the first epoch
   * after the first warm-up.
   *
   * @return the result of one point, without a verdict; see {@link Summary#result}
   * @throws ConnectFailedException if a variant cannot connect, or negotiates other TLS than
   *     requested, before the first measurement
   */
  public Result run(String command) throws IOException {
    ServerFacts before = facts();
    Schedule schedule = new Schedule(settings.timing(), summary::widest, System::nanoTime);
    ServerFacts facts = forks(schedule, before);
    if (isStopped()) {
      warnings.add(new Warning.Interrupted());
    }
    return summary.result(
        command,
        started,
        schedule.elapsed(),
        target.binding(),
        base,
        facts.withStatusAfter(statusAfter()),
        warnings);
  }

  /** Waits for a lost server; returns false if it does not return, or the run is stopped. */
  private boolean goesOnAfter(IOException e) throws IOException {
    if (isStopped()) {
      return false;
    }
    if (measured.epochs().isEmpty()) {
      throw e;
    }
    long after = Duration.between(started, Instant.now()).toSeconds();
    boolean returned = returns();
    long errors = measured.errors();
    warnings.add(
        returned
            ? new Warning.ServerLostForAWhile(after, errors, told(e))
            : new Warning.ServerLost(after, errors, told(e)));
    return returned;
  }

  /** Returns true if all operations of a variant failed, and adds a warning. */
  private boolean nothingWorks(List<EpochData> epochs) {
    Optional<Warning> failure = Warnings.ofFailures(contenders, epochs);
    failure.ifPresent(warnings::add);
    return failure.isPresent();
  }

  /**
   * @param before facts of the server before the first fork
   * @return facts of the server's process during the last fork
   */
  private ServerFacts forks(Schedule schedule, ServerFacts before) throws IOException {
    ServerFacts facts = before;
    boolean goesOn = true;
    // Forks that take the place of cold ones are as many as planned at most.
    int most = 2 * settings.timing().forks();
    for (int fork = 0;
        goesOn
            && !isStopped()
            && (schedule.wantsFork() || (fork < most && measured.wantsReplacement(settings)));
        fork++) {
      if (measured.isMostlyOccupied(schedule.done())) {
        warnings.add(new Warning.EndedEarly());
        break;
      }
      schedule.beginFork();
      try {
        if (fork > 0 && restart != null) {
          clients = restart.restart();
          facts = facts();
        }
        goesOn = fork(fork, schedule);
      } catch (IOException e) {
        goesOn = goesOnAfter(e);
      }
    }
    return facts;
  }

  private ServerFacts facts() throws ConnectFailedException {
    return target.facts(properties(contenders.get(0)));
  }

  /** Ends the run early; {@link #run} returns the results so far. */
  public void stop() {
    stopping.countDown();
    ForkProcess fork = current;
    if (fork != null) {
      fork.kill();
    }
  }

  /** Returns a histogram of all windows for each variant, by its name; in nanoseconds. */
  public Map<String, Histogram> latencies() {
    Map<String, Histogram> latencies = new LinkedHashMap<>();
    contenders.forEach(c -> latencies.put(c.name(), measured.latency(c.name())));
    return latencies;
  }

  /** Returns false if there must not be another fork, since nothing works. */
  private boolean fork(int number, Schedule schedule) throws IOException {
    String limit = limit();
    progress.during(
        true,
        () -> jvm(number) + ": warming up, " + Progress.time(schedule.elapsedOfFork()) + limit);
    try (ForkProcess fork = ForkProcess.start(spec(number), settings, progress::say)) {
      current = fork;
      int epoch = 0;
      List<EpochData> first = new ArrayList<>();
      Warmth warmth = new Warmth(settings, contenders.size());
      boolean quick = settings.timing().quick();
      int blocks = warmth.looks() || quick ? 0 : settings.timing().blocks();
      while (!isStopped() && !warmth.isOver(schedule.elapsedOfFork())) {
        EpochData data = fork.run(order(epoch++, -1, blocks, warmth.bursts()));
        warmth.add(data);
        first.add(data);
        if (epoch == Warmth.EPOCHS && nothingWorks(first)) {
          return false;
        }
      }
      if (!isStopped() && !warmth.isReached()) {
        measured.addCold(warmth.last());
        return true;
      }
      if (burstOperations == 0) {
        burstOperations = warmth.burstOperations();
        bursts = quick ? bursts : warmth.countedBursts();
      }
      progress.hold();
      schedule.endWarmUp();
      while (!isStopped() && schedule.wantsEpoch()) {
        EpochData data =
            fork.run(order(epoch++, schedule.epochs(), settings.timing().blocks(), bursts));
        if (measured.epochs().isEmpty()) {
          first.add(data);
          if (nothingWorks(first)) {
            return false;
          }
        }
        measured.add(data);
        schedule.endEpoch();
        progress.show(schedule.done(), schedule.elapsed(), number, summary::headline);
      }
      return true;
    } finally {
      progress.hold();
      current = null;
    }
  }

  /** Names a fork; more than planned run if some stayed cold. */
  private String jvm(int number) {
    String jvm = "JVM " + (number + 1);
    return settings.timing().precision() == null
        ? jvm + " of " + Math.max(number + 1, settings.timing().forks())
        : jvm;
  }

  private String limit() {
    Duration given = settings.timing().warmUp();
    return given == null
        ? " (at most " + Progress.time(Warmth.limit(contenders.size())) + ")"
        : " of " + Progress.time(given);
  }

  private String told(IOException e) {
    return hide.apply(String.valueOf(e.getMessage()));
  }

  private EpochOrder order(int number, int counted, int blocks, Duration ofBursts) {
    long window = settings.timing().window().toMillis();
    return new EpochOrder(number, counted, blocks, window, ofBursts.toMillis(), burstOperations);
  }

  private ForkSpec spec(int fork) {
    Map<String, Map<String, String>> variants = new LinkedHashMap<>();
    contenders.forEach(c -> variants.put(c.name(), RunProperties.strings(properties(c))));
    return new ForkSpec(
        target.binding().id(),
        variants,
        clients,
        settings.data().flushes(),
        KeySeed.of(settings.seed(), fork, 0, 0),
        fork,
        started.toEpochMilli());
  }

  private Properties properties(Contender contender) {
    return contender.variant().applyTo(target.binding(), base);
  }

  private @Nullable Map<String, String> statusAfter() {
    return target.status(properties(contenders.get(0)));
  }

  private boolean isStopped() {
    return stopping.getCount() == 0;
  }

  /** Returns whether the server answers a log-in of the baseline, which may need one over TLS. */
  private boolean answers() {
    try {
      target.logIn(contenders.stream().map(this::properties).toList());
    } catch (ConnectFailedException e) {
      return false;
    }
    return statusAfter() != null;
  }

  /** Waits for the server until it answers, the patience is over, or the run is stopped. */
  private boolean returns() {
    long end = System.nanoTime() + settings.patience().toNanos();
    progress.say("the server is lost; waiting for it");
    try {
      do {
        if (answers()) {
          return true;
        }
      } while (System.nanoTime() < end && !stopping.await(1, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
