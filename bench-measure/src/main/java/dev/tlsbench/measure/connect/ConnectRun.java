package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
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
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of new connections in several JVMs, one after the other ({@link ConnectWork}).
 * Each warms up, opens its share of the connections and, unless only connections are to be opened,
 * sends queries on connections that stay open and repeats the procedure of the ApsaraDB script.
 */
public final class ConnectRun {
  private static final int LONGEST_TURN = 25;
  private static final int LEAST_BLOCKS = 20;
  private static final int LEAST_WARM_UP = 10;

  /**
   * Connections of each kind in a fork after which code is warm. On an embedded MariaDB the CPU
   * time of the connecting thread no longer fell after 1,200: of a full handshake from 6.8 to 3.4
   * ms, of a resumed one from 2.6 to 0.6 ms.
   */
  private static final int WARM = 1_500;

  /** The longest warm-up of each variant and kind in a fork. */
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(4);

  /** The duration of blocks whose conditions are judged together. */
  private static final Duration PART = Duration.ofMillis(500);

  /** The longest wait for a sign of life, without delays by a relay: a read may take 60 s. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** More round trips than a connection has. */
  private static final int ROUND_TRIPS = 20;

  private static final String RESUMPTION = "tls.resumption";

  private final List<Variant> variants;
  private final Target target;
  private final ConnectSettings settings;
  private final Consumer<String> messages;
  private final UnaryOperator<String> hide;
  private final Starter starter;
  private final Instant started = Instant.now();
  private final Gathered gathered = new Gathered();
  private final Map<String, String> unavailable = new LinkedHashMap<>();
  private String query = "";
  private int kinds;
  private @Nullable Steps steps;
  private final List<String> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean isComplete = true;
  private boolean warm = true;
  private volatile @Nullable Fork current;
  private volatile boolean stopped;

  /** A JVM that measures, or its stand-in. */
  interface Fork extends AutoCloseable {
    /**
     * Sends an order.
     *
     * @param type of the answer
     */
    <T> T ask(ConnectOrder order, Class<T> type) throws IOException;

    /** Ends the fork at once. Callable from any thread. */
    void kill();

    @Override
    void close();
  }

  /** Starts forks. */
  interface Starter {
    Fork start(ForkSpec spec) throws IOException;
  }

  /**
   * Prepares a run.
   *
   * @param variants the ways to connect, the baseline first; {@link Series#USUAL} for plain and TLS
   * @param messages receives messages during the run, line by line
   * @param hide removes passwords from messages of other software
   */
  public ConnectRun(
      List<Variant> variants,
      Target target,
      ConnectSettings settings,
      Consumer<String> messages,
      UnaryOperator<String> hide) {
    this(
        variants,
        target,
        settings,
        messages,
        hide,
        spec ->
            new Jvm(
                ForkProcess.start(
                    ConnectForkMain.class,
                    spec,
                    PATIENCE.plus(settings.rtt().multipliedBy(ROUND_TRIPS)),
                    List.of(),
                    line -> messages.accept(hide.apply(line)))));
  }

  ConnectRun(
      List<Variant> variants,
      Target target,
      ConnectSettings settings,
      Consumer<String> messages,
      UnaryOperator<String> hide,
      Starter starter) {
    this.variants = List.copyOf(variants);
    this.target = target;
    this.settings = settings;
    this.messages = messages;
    this.hide = hide;
    this.starter = starter;
  }

  private record Jvm(ForkProcess process) implements Fork {
    @Override
    public <T> T ask(ConnectOrder order, Class<T> type) throws IOException {
      return process.ask(order, type);
    }

    @Override
    public void kill() {
      process.kill();
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /**
   * Measures. Call once.
   *
   * @param command the command line, without secrets
   * @return the result; incomplete if the server was lost or {@link #stop} was called
   * @throws ConnectFailedException if no connection succeeds before the first measurement
   * @throws InvalidSettingException if URL or properties are invalid
   * @throws NothingMeasuredException if interrupted before the first measurement
   * @throws IOException if a JVM fails before the first measurement
   */
  public ConnectResult run(String command) throws IOException {
    Map<String, Map<String, String>> series = series();
    Placement placement = place();
    try {
      notes.addAll(placement.notes());
      for (int fork = 0; fork < forks() && !stopped && problems.isEmpty(); fork++) {
        fork(fork, spec(fork, series, placement));
      }
    } finally {
      release(placement);
    }
    if (gathered.isEmpty()) {
      throw new NothingMeasuredException("interrupted before anything was measured");
    }
    if (stopped) {
      problems.add("the run ended early: it was interrupted");
    }
    List<String> measured = new ArrayList<>(series.keySet());
    measured.add(Series.CONTROL.name());
    measured.removeIf(name -> gathered.all(Stage.OPEN, name).findAny().isEmpty());
    return new Figures(
            new RunFacts(
                started,
                command,
                target,
                variants,
                gathered,
                measured,
                unavailable,
                query,
                placement.cores(),
                isComplete && !stopped,
                warm ? null : longestWarmUp(),
                problems,
                notes,
                hide),
            settings)
        .result();
  }

  private ForkSpec spec(int fork, Map<String, Map<String, String>> series, Placement placement) {
    return new ForkSpec(
        target.binding().id(),
        series,
        new Settings.Clients(
            settings.concurrency(), 0, placement.cores(), List.copyOf(placement.server())),
        false,
        KeySeed.of(settings.seed(), fork, 0, 0),
        fork,
        0);
  }

  private void release(Placement placement) {
    if (!placement.holds()) {
      problems.add(
          "The server did not stay on the cores of this run, so its figures are not comparable.");
    }
    try {
      placement.close();
    } catch (IOException e) {
      notes.add(
          "Not all threads of the server were restored to their cores: " + e.getMessage() + ".");
    }
  }

  /** Ends the run early, with the results so far. Callable from any thread. */
  public void stop() {
    stopped = true;
    Fork fork = current;
    if (fork != null) {
      fork.kill();
    }
  }

  /** Returns the logs that the script of the ApsaraDB test would have written. */
  public ApsaraDbLogs apsaraDbLogs() {
    return new ApsaraDbLogs(gathered);
  }

  /** Returns the properties of each series by its name, in order. */
  private Map<String, Map<String, String>> series() {
    Binding binding = target.binding();
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (Variant variant : variants) {
      for (Series series : Series.of(List.of(variant))) {
        Properties own = variant.applyTo(binding, target.properties());
        if (series.kind() != Kind.PLAIN && !binding.tls(own).enabled()) {
          unavailable.put(series.name(), "neither the URL nor a property asks for TLS");
          continue;
        }
        // Whether the driver's own TLS resumes sessions is up to the driver.
        if (series.kind() != Kind.PLAIN && !variant.isDriversOwn()) {
          own.setProperty(RESUMPTION, String.valueOf(series.kind() == Kind.RESUMED));
        }
        all.put(series.name(), RunProperties.strings(own));
      }
    }
    return all;
  }

  private Placement place() {
    return Placement.open(
        settings.cores(),
        settings.confinesServer(),
        new Placement.Server(
            target.binding().database().product(),
            target.binding().database().programs(),
            target.isLocal(),
            target.isEmbedded() && settings.serverPids().isEmpty(),
            target.listener().orElse(0),
            settings.serverPids()),
        messages);
  }

  private int forks() {
    return Math.min(settings.forks(), settings.connections());
  }

  private void fork(int number, ForkSpec spec) throws IOException {
    messages.accept("JVM " + (number + 1) + " of " + forks() + ": warming up");
    try (Fork fork = starter.start(spec)) {
      current = fork;
      Possible found = fork.ask(order(Stage.CONNECT, 1, 1), Possible.class);
      query = found.query();
      kinds = found.series().size();
      found.unavailable().forEach((name, why) -> unavailable.put(name, hide.apply(why)));
      if (steps == null) {
        // With TLS and without: queries of a reused client, and two columns of the script.
        int ways = settings.openOnly() ? 0 : 6;
        steps = new Steps(messages, (long) settings.connections() * (kinds + ways));
      }
      Duration turn = warmUp(fork);
      long end = System.nanoTime() + limit().toNanos();
      int share = settings.share(number);
      measure(fork, number, Stage.OPEN, share, times(), turn, end);
      if (!settings.openOnly()) {
        int longer = Math.max(1, share / LEAST_BLOCKS);
        measure(fork, number, Stage.REUSE, share, Math.max(times(), longer), PART, end);
        measure(fork, number, Stage.SCRIPT, share, 1, PART, end);
        measure(fork, number, Stage.SCRIPT_REUSE, share, longer, PART, end);
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

  private Duration limit() {
    Duration given = settings.duration();
    return given == null ? Duration.ofDays(1) : given.dividedBy(forks());
  }

  private ConnectOrder order(Stage stage, int blocks, int times) {
    return new ConnectOrder(
        stage, settings.rtt().toNanos(), Set.copyOf(unavailable.keySet()), blocks, times);
  }

  /**
   * Warms up, and creates the sessions to resume later.
   *
   * @return the duration of a block
   */
  private Duration warmUp(Fork fork) throws IOException {
    Duration given = settings.warmUp();
    int enough = given == null ? WARM : Integer.MAX_VALUE;
    long start = System.nanoTime();
    long last = start;
    long now = start;
    int done = 0;
    Set<String> counted = new TreeSet<>();
    Set<String> others = new TreeSet<>();
    while (!stopped
        && (done < LEAST_WARM_UP || (done < enough && now - start < longestWarmUp().toNanos()))) {
      for (Turn turn : fork.ask(order(Stage.WARM_UP, 1, times()), Taken.class).turns()) {
        if (!turn.trials().isEmpty()) {
          counted.add(turn.name());
        } else if (turn.others() > 0) {
          others.add(turn.name());
        }
      }
      done += times();
      last = now;
      now = System.nanoTime();
    }
    warm &= given != null || done >= enough;
    others.removeAll(counted);
    others.forEach(name -> unavailable.put(name, notOfItsKind(Series.of(name))));
    return Duration.ofNanos(now - last);
  }

  private String notOfItsKind(Series series) {
    return series.kind() == Kind.FULL
        ? "the driver resumed a session in all connections"
        : RunFacts.isDriversOwn(variants, series)
            ? "the driver resumed no session"
            : "the server resumed no session";
  }

  private Duration longestWarmUp() {
    Duration given = settings.warmUp();
    return given == null ? LONGEST_WARM_UP.multipliedBy(kinds) : given;
  }

  /**
   * Measures a share in blocks.
   *
   * @param block the expected duration of a block
   * @param end of the time for measurements; at least one block is measured
   */
  private void measure(
      Fork fork, int number, Stage stage, int share, int times, Duration block, long end)
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
      if (steps != null) {
        steps.did((long) taken.turns().size() * own, stage.title());
      }
      if (now > end) {
        return;
      }
    }
  }

  /**
   * Returns the connections of a turn, for which all kinds see the same state of the machine and
   * every thread works.
   */
  private int times() {
    int wanted = Math.max(1, Math.min(LONGEST_TURN, settings.share(0) / LEAST_BLOCKS));
    return Math.max(wanted / settings.concurrency(), 1) * settings.concurrency();
  }
}
