package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.connect.ConnectOrder.Possible;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.KeySeed;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.placement.Placement;
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
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of new connections in several JVMs, one after the other ({@link ConnectWork}).
 * Each warms up, opens its share of the connections and, unless only connections are to be opened,
 * sends queries on connections that stay open; on request it repeats the ApsaraDB script.
 */
public final class ConnectRun {
  private static final int LONGEST_TURN = 25;
  private static final int LEAST_BLOCKS = 20;
  private static final int LEAST_WARM_UP = 10;
  private static final int TURN_OF_WARM_UP = 5;

  /**
   * Connections of each kind in a fork after which code is warm. On an embedded MariaDB the CPU
   * time of the connecting thread no longer fell after 1,200: of a full handshake from 6.8 to 3.4
   * ms, of a resumed one from 2.6 to 0.6 ms. Ratios settle far sooner.
   */
  private static final int WARM = 1_500;

  /** The usual limit of the warm-up, for each variant and kind in a fork. */
  private static final Duration USUAL_WARM_UP = Duration.ofSeconds(4);

  /** The limit if ratios still change. */
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(12);

  /** The duration of blocks whose conditions are judged together. */
  private static final Duration PART = Duration.ofMillis(500);

  /** The turns of each series at each number of threads in a fork. */
  private static final int STORMS = 3;

  /** The longest wait for a sign of life, without delays by a relay: a read may take 60 s. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More round trips than a connection has. */
  private static final int ROUND_TRIPS = 20;

  /** The time between two messages on the progress. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  /** No limit, even after it was divided between forks. */
  private static final Duration ENDLESS = Duration.ofDays(36_500);

  private static final String RESUMPTION = "tls.resumption";

  private final Target target;
  private final ConnectSettings settings;
  private final Consumer<String> messages;
  private final UnaryOperator<String> hide;
  private final Instant started = Instant.now();

  /** The properties of each series, by its name. */
  private final Map<String, Map<String, String>> series = new LinkedHashMap<>();

  private final Gathered gathered;
  private int kinds;
  private long startNanos;
  private long saidNanos;
  private long done;
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean isComplete = true;
  private boolean warm = true;
  private double drift;
  private volatile @Nullable ForkProcess current;
  private volatile boolean stopped;

  /** Prepares a run of variants, the baseline first; {@link Series#USUAL} for plain and TLS. */
  public ConnectRun(
      List<Variant> variants,
      Target target,
      ConnectSettings settings,
      Consumer<String> messages,
      UnaryOperator<String> hide) {
    this.target = target;
    this.settings = settings;
    this.messages = messages;
    this.hide = hide;
    this.gathered = new Gathered(variants);
    variants.forEach(this::add);
  }

  /**
   * Measures. Call once.
   *
   * @return the result; incomplete if the server was lost or {@link #stop} was called
   * @throws ConnectFailedException if no connection succeeds before the first measurement
   * @throws NothingMeasuredException if interrupted before the first measurement
   */
  public ConnectResult run(String command) throws IOException {
    Placement placement =
        target.place(settings.cores(), settings.confinesServer(), settings.serverPids(), messages);
    try {
      notes.addAll(placement.notes());
      for (int fork = 0; fork < forks() && !stopped && problems.isEmpty(); fork++) {
        fork(fork, spec(fork, placement));
      }
    } finally {
      placement.close(problems::add, notes::add);
    }
    if (gathered.isEmpty()) {
      throw new NothingMeasuredException("interrupted before anything was measured");
    }
    if (stopped) {
      problems.add("the run ended early: it was interrupted");
    }
    if (drift > RatioDrift.MOST) {
      (settings.warmUp() == null ? problems : notes)
          .add(
              "The client's code was not warm: ratios still changed by more than %.0f %% at the end"
                      .formatted(100 * drift)
                  + " of a warm-up. Use a longer --warm-up, such as "
                  + 2 * limit(LONGEST_WARM_UP).toSeconds()
                  + "s.");
    } else if (!warm) {
      notes.add(
          "The client's code was not warm after "
              + limit(USUAL_WARM_UP).toSeconds()
              + " s, so that it may take longer than it would later, though ratios no longer"
              + " changed; use a longer --warm-up.");
    }
    return new Figures(target, settings, placement.cores(), gathered, hide)
        .result(command, started, isComplete && !stopped, problems, notes);
  }

  private ForkSpec spec(int fork, Placement placement) {
    return new ForkSpec(
        target.binding().id(),
        series,
        new Settings.Clients(
            settings.threads(), 0, placement.cores(), List.copyOf(placement.server())),
        false,
        KeySeed.of(settings.seed(), fork, 0, 0),
        fork,
        0);
  }

  /** Ends the run early, with the results so far. Callable from any thread. */
  public void stop() {
    stopped = true;
    ForkProcess fork = current;
    if (fork != null) {
      fork.kill();
    }
  }

  private void add(Variant variant) {
    for (Series each : Series.of(List.of(variant))) {
      Properties own = variant.applyTo(target.binding(), target.properties());
      if (each.kind() != Kind.PLAIN && !target.binding().tls(own).enabled()) {
        gathered.unavailable().put(each.name(), "neither the URL nor a property asks for TLS");
        continue;
      }
      // Whether the driver's own TLS resumes sessions is up to the driver.
      if (each.kind() != Kind.PLAIN && !variant.isDriversOwn()) {
        own.setProperty(RESUMPTION, String.valueOf(each.kind() == Kind.RESUMED));
      }
      series.put(each.name(), RunProperties.strings(own));
    }
  }

  private int forks() {
    return Math.min(settings.forks(), settings.connections());
  }

  private void fork(int number, ForkSpec spec) throws IOException {
    messages.accept("JVM " + (number + 1) + " of " + forks() + ": warming up");
    Duration patience = PATIENCE.plus(settings.rtt().multipliedBy(ROUND_TRIPS));
    Consumer<String> complaints = line -> messages.accept(hide.apply(line));
    try (ForkProcess fork =
        ForkProcess.start(ConnectWork.class, spec, patience, List.of(), complaints)) {
      current = fork;
      Possible found = fork.ask(order(Stage.CONNECT, 1, 1), Possible.class);
      kinds = found.series().size();
      gathered.add(found, hide);
      gathered.requireComparison();
      if (startNanos == 0) {
        startNanos = System.nanoTime();
        saidNanos = startNanos;
      }
      Duration turn = warmUp(fork, found.series().get(0));
      Duration all = Objects.requireNonNullElse(settings.duration(), ENDLESS);
      long end = System.nanoTime() + all.dividedBy(forks()).toNanos();
      int share = settings.share(number);
      measure(fork, number, Stage.OPEN, share, times(), turn, end);
      if (!settings.openOnly()) {
        int longer = Math.max(1, share / LEAST_BLOCKS);
        measure(fork, number, Stage.REUSE, share, Math.max(times(), longer), PART, end);
        if (settings.runsScript()) {
          measure(fork, number, Stage.SCRIPT, share, 1, PART, end);
          measure(fork, number, Stage.SCRIPT_REUSE, share, longer, PART, end);
        }
      }
      if (!settings.storms().isEmpty()) {
        messages.accept("JVM " + (number + 1) + " of " + forks() + ": storms");
        storms(fork, number, end);
      }
    } catch (IOException e) {
      if (!stopped && gathered.isEmpty()) {
        throw e;
      }
      if (!stopped) {
        isComplete = false;
        problems.add("the run ended early: " + hide.apply(String.valueOf(e.getMessage())));
      }
    } finally {
      current = null;
    }
  }

  private ConnectOrder order(Stage stage, int blocks, int times) {
    return new ConnectOrder(stage, settings.rtt().toNanos(), gathered.possible(), blocks, times);
  }

  /** Warms up, and creates the sessions to resume later. */
  private Duration warmUp(ForkProcess fork, String baseline) throws IOException {
    long start = System.nanoTime();
    long last = start;
    long now = start;
    int ofEach = Math.min(times(), times(TURN_OF_WARM_UP));
    int done = 0;
    RatioDrift ratios = new RatioDrift(baseline);
    Set<String> counted = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    while (!stopped
        && (done < LEAST_WARM_UP || !isOver(Duration.ofNanos(now - start), done, ratios))) {
      List<Turn> turns = fork.ask(order(Stage.WARM_UP, 1, ofEach), Taken.class).turns();
      for (Turn turn : turns) {
        if (!turn.trials().isEmpty()) {
          counted.add(turn.name());
        } else if (turn.others() > 0) {
          others.add(turn.name());
        }
      }
      ratios.add(turns);
      done += ofEach;
      last = now;
      now = System.nanoTime();
    }
    warm &= settings.warmUp() != null || done >= WARM;
    drift = Math.max(drift, ratios.beyondChance());
    others.removeAll(counted);
    others.remove(Series.CONTROL);
    others.forEach(name -> gathered.unavailable().put(name, notOfItsKind(gathered.series(name))));
    return Duration.ofNanos((now - last) * times() / ofEach);
  }

  private String notOfItsKind(Series other) {
    return other.kind() == Kind.FULL
        ? "the driver resumed a session in all connections"
        : gathered.isDriversOwn(other)
            ? "the driver resumed no session"
            : "the server resumed no session";
  }

  private boolean isOver(Duration elapsed, int done, RatioDrift ratios) {
    return elapsed.compareTo(limit(LONGEST_WARM_UP)) >= 0
        || (settings.warmUp() == null
            && (done >= WARM || elapsed.compareTo(limit(USUAL_WARM_UP)) >= 0)
            && ratios.beyondChance() <= RatioDrift.MOST);
  }

  /** Returns the time of a warm-up: the given one, or this for each kind. */
  private Duration limit(Duration ofEach) {
    Duration given = settings.warmUp();
    return given == null ? ofEach.multipliedBy(kinds) : given;
  }

  private void measure(
      ForkProcess fork, int number, Stage stage, int share, int times, Duration block, long end)
      throws IOException {
    Duration each = block;
    int left = share;
    while (left > 0 && !stopped) {
      int own = Math.min(left, times);
      long wanted = Math.max(1, PART.dividedBy(each.plusNanos(1)));
      int blocks = (int) Math.min(wanted, left / own);
      long start = System.nanoTime();
      Taken taken = fork.ask(order(stage, blocks, own), Taken.class);
      gathered.add(stage, number, blocks, taken);
      left -= blocks * own;
      long now = System.nanoTime();
      each = Duration.ofNanos((now - start) / blocks);
      done += (long) taken.turns().size() * own;
      show(now, stage);
      if (now > end) {
        return;
      }
    }
  }

  /** Lets all series take turns at each number of threads; the first turns are a warm-up. */
  private void storms(ForkProcess fork, int number, long end) throws IOException {
    for (int block = 0; block <= STORMS && (block <= 2 || System.nanoTime() < end); block++) {
      for (int threads : settings.storms()) {
        Taken taken = fork.ask(order(Stage.STORM, 1, threads), Taken.class);
        if (block > 0) {
          gathered.add(Stage.STORM, number, 1, taken);
        }
      }
    }
  }

  private void show(long now, Stage stage) {
    if (now - saidNanos >= EVERY.toNanos()) {
      saidNanos = now;
      // With TLS and without: queries of a reused client, and two columns of the script.
      int clients = settings.openOnly() ? 0 : settings.runsScript() ? 6 : 2;
      long all = (long) settings.connections() * (kinds + clients);
      long left = (long) ((now - startNanos) / 1e9 * (all - done) / done);
      messages.accept(
          "%s %%, about %s s left at this pace (%s)"
              .formatted(100 * done / all, left, stage.title()));
    }
  }

  /**
   * Returns the connections of a turn, for which all kinds see the same state of the machine and
   * every thread works.
   */
  private int times() {
    return times(Math.max(1, Math.min(LONGEST_TURN, settings.share(0) / LEAST_BLOCKS)));
  }

  private int times(int wanted) {
    return Math.max(wanted / settings.threads(), 1) * settings.threads();
  }
}
