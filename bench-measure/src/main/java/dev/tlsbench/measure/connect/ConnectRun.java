package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost of new connections: connections of all variants and kinds, in blocks of random
 * order, so that changes of the machine affect all alike; then, unless only connections are to be
 * opened, queries on connections that stay open and the procedure of the ApsaraDB script. The
 * baseline is measured twice: the second time is the control, and shows what chance does.
 */
public final class ConnectRun implements AutoCloseable {
  private static final Series PLAIN = new Series(Series.PLAIN, Kind.PLAIN);
  private static final Series FULL = new Series(Series.TLS, Kind.FULL);
  private static final Series RESUMED = new Series(Series.TLS, Kind.RESUMED);
  private static final int LONGEST_BLOCK = 25;
  private static final int LEAST_BLOCKS = 20;
  private static final int LEAST_WARM_UP = 10;

  /**
   * Connections of each kind after which code is warm. HotSpot optimizes a method after 5,000 calls
   * ({@code Tier4InvocationThreshold}), the number of full and resumed handshakes together by then.
   * On MySQL 9.7, times no longer fell after 2,000.
   */
  private static final int WARM = 2_500;

  /** The longest warm-up of each variant and kind; three have the 30 s of a comparison. */
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(10);

  private final List<Variant> variants;
  private final Target target;
  private final ConnectSettings settings;
  private final Consumer<String> messages;
  private final UnaryOperator<String> hide;
  private final Random random;
  private final Instant started = Instant.now();
  private final Route route;
  private final Accesses accesses;
  private final Openers workers;
  private final Map<Series, KindRun> kinds = new LinkedHashMap<>();
  private final Map<Series, String> unavailable = new LinkedHashMap<>();
  private final List<ReusedRun> reused = new ArrayList<>();
  private final List<ApsaraDbScript> scripts = new ArrayList<>();
  private @Nullable String lost;
  private boolean warm = true;
  private volatile boolean stopped;

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
    this.variants = List.copyOf(variants);
    this.target = target;
    this.settings = settings;
    this.messages = messages;
    this.hide = hide;
    this.random = new Random(settings.seed());
    this.route = new Route(settings.rtt());
    this.accesses = new Accesses(target, route);
    this.workers = new Openers(settings.concurrency());
  }

  /**
   * Measures. Call once.
   *
   * @param command the command line, without secrets
   * @return the result; incomplete if the server was lost or {@link #stop} was called
   * @throws ConnectFailedException if no connection succeeds before the first measurement
   * @throws InvalidSettingException if URL or properties are invalid
   */
  public ConnectResult run(String command) throws ConnectFailedException {
    connectAll();
    warmUp();
    measureAll();
    return new Figures(facts(command), settings).result();
  }

  /** Ends the run early, with the results so far. Callable from any thread. */
  public void stop() {
    stopped = true;
  }

  /**
   * Connects once with each variant and kind: with TLS first, since a MySQL server then knows the
   * password for plain connections. TLS must work for a variant that has it, else plain text must.
   */
  private void connectAll() throws ConnectFailedException {
    List<Series> all = Series.of(variants);
    boolean tls = false;
    ConnectFailedException first = null;
    for (Variant variant : variants) {
      boolean has = accesses.hasTls(variant);
      tls |= has;
      for (Series series : all) {
        if (series.variant().equals(variant.name()) && series.kind() != Kind.PLAIN) {
          if (has) {
            first = first(first, connectWithTls(variant, series));
          } else {
            unavailable.put(series, "neither the URL nor a property asks for TLS");
          }
        }
      }
    }
    if (tls && kinds.isEmpty() && first != null) {
      throw first;
    }
    for (Variant variant : variants) {
      if (variant.isPlain()) {
        first = first(first, connect(variant, new Series(variant.name(), Kind.PLAIN)));
      }
    }
    if (kinds.isEmpty() && first != null) {
      throw first;
    }
    inOrder(all);
    addControl();
  }

  private static @Nullable ConnectFailedException first(
      @Nullable ConnectFailedException first, @Nullable ConnectFailedException next) {
    return first == null ? next : first;
  }

  private @Nullable ConnectFailedException connectWithTls(Variant variant, Series series) {
    try {
      return connect(variant, series);
    } catch (InvalidSettingException e) {
      // A provider may lack resumption, but never full handshakes.
      if (series.kind() == Kind.FULL) {
        throw e;
      }
      unavailable.put(series, told(e));
      return null;
    }
  }

  private String told(Exception e) {
    return hide.apply(String.valueOf(e.getMessage()));
  }

  /** Connects, or returns the failure. */
  private @Nullable ConnectFailedException connect(Variant variant, Series series) {
    try {
      open(variant, series, series.kind());
      return null;
    } catch (ConnectFailedException e) {
      unavailable.put(series, told(e));
      return e;
    }
  }

  private void open(Variant variant, Series series, Kind kind) throws ConnectFailedException {
    kinds.put(
        series, new KindRun(series, variant, kind, accesses.open(variant, kind), workers.count()));
  }

  /** Orders the connections as results show them. */
  private void inOrder(List<Series> all) {
    Map<Series, KindRun> opened = new LinkedHashMap<>(kinds);
    kinds.clear();
    for (Series series : all) {
      KindRun run = opened.get(series);
      if (run != null) {
        kinds.put(series, run);
      }
    }
  }

  /** Measures the baseline a second time, if there is something to compare it with. */
  private void addControl() throws ConnectFailedException {
    if (kinds.size() > 1) {
      Series baseline = baseline();
      for (Variant variant : variants) {
        if (variant.name().equals(baseline.variant())) {
          open(variant, Series.CONTROL, baseline.kind());
        }
      }
    }
  }

  /** Returns the first connections that are possible: plain ones, if the first variant is plain. */
  private Series baseline() {
    return kinds.keySet().iterator().next();
  }

  /** Warms up, and creates the sessions to resume later. */
  private void warmUp() throws ConnectFailedException {
    messages.accept("warming up");
    ServerCpu nothing = new ServerCpu(OptionalLong.empty());
    Duration given = settings.warmUp();
    Duration longest = longestWarmUp();
    int enough = given == null ? WARM : Integer.MAX_VALUE;
    long start = System.nanoTime();
    int done = 0;
    while (!stopped
        && (done < LEAST_WARM_UP
            || (done < enough && System.nanoTime() - start < longest.toNanos()))) {
      for (KindRun kind : inAnyOrder(kinds.values())) {
        kind.block(blockLength(), workers, nothing);
      }
      done += blockLength();
    }
    warm = given != null || done >= enough || stopped;
    for (KindRun run : List.copyOf(kinds.values())) {
      if (run.otherHandshakes() > 0 && run.timelines().isEmpty() && !stopped) {
        kinds.remove(run.series());
        run.close();
        unavailable.put(
            run.series(),
            run.kind() == Kind.FULL
                ? "the driver resumed a session in all connections"
                : run.variant().isDriversOwn()
                    ? "the driver resumed no session"
                    : "the server resumed no session");
      }
    }
    kinds.values().forEach(KindRun::forget);
  }

  private Duration longestWarmUp() {
    Duration given = settings.warmUp();
    return given == null ? LONGEST_WARM_UP.multipliedBy(Math.max(3, kinds.size())) : given;
  }

  private void measureAll() {
    // Plain and TLS, each with queries of a reused client, and with two rounds of the script.
    long ways = List.of(PLAIN, FULL).stream().filter(kinds::containsKey).count();
    long all = settings.connections() * (kinds.size() + (settings.openOnly() ? 0 : 3 * ways));
    Steps steps = new Steps(messages, all);
    try {
      measureConnections(steps);
      if (!settings.openOnly()) {
        measureReused(steps);
        runScripts(steps);
      }
    } catch (ConnectFailedException e) {
      lost = told(e);
    }
    if (stopped && lost == null) {
      lost = "it was interrupted";
    }
  }

  private void measureConnections(Steps steps) throws ConnectFailedException {
    ServerCpu cpu = new ServerCpu(target.pid());
    int left = settings.connections();
    while (left > 0 && !stopped) {
      int length = Math.min(left, blockLength());
      for (KindRun kind : inAnyOrder(kinds.values())) {
        kind.block(length, workers, cpu);
        steps.did(length, "new connections");
      }
      left -= length;
    }
  }

  private void measureReused(Steps steps) throws ConnectFailedException {
    addReused(Series.PLAIN, kinds.get(PLAIN));
    addReused(Series.TLS, kinds.getOrDefault(RESUMED, kinds.get(FULL)));
    int left = settings.connections();
    while (left > 0 && !stopped) {
      int length = Math.min(left, Math.max(blockLength(), settings.connections() / LEAST_BLOCKS));
      for (ReusedRun each : inAnyOrder(reused)) {
        each.block(length, workers);
        steps.did(length, "a reused client");
      }
      left -= length;
    }
  }

  private void addReused(String name, @Nullable KindRun kind) throws ConnectFailedException {
    if (kind != null) {
      reused.add(new ReusedRun(name, kind.access(), workers.count()));
    }
  }

  private void runScripts(Steps steps) throws ConnectFailedException {
    addScript("without-ssl", kinds.get(PLAIN));
    addScript("with-ssl", kinds.get(FULL));
    for (int i = 0; i < settings.connections() && !stopped; i++) {
      for (ApsaraDbScript script : inAnyOrder(scripts)) {
        script.connectOnce();
        steps.did(1, "the ApsaraDB script");
      }
    }
    for (ApsaraDbScript script : scripts) {
      script.buildReused();
    }
    int left = settings.connections();
    while (left > 0 && !stopped) {
      int length = Math.min(left, Math.max(1, settings.connections() / LEAST_BLOCKS));
      for (ApsaraDbScript script : inAnyOrder(scripts)) {
        script.askReused(length);
        steps.did(length, "the ApsaraDB script");
      }
      left -= length;
    }
  }

  private void addScript(String name, @Nullable KindRun kind) {
    if (kind != null) {
      scripts.add(new ApsaraDbScript(name, kind.access()));
    }
  }

  /**
   * Returns a length for which all kinds see the same state of the machine and every thread works.
   */
  private int blockLength() {
    int wanted = Math.max(1, Math.min(LONGEST_BLOCK, settings.connections() / LEAST_BLOCKS));
    return Math.max(wanted / workers.count(), 1) * workers.count();
  }

  private <T> List<T> inAnyOrder(Collection<T> all) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  /** Returns the logs that the script of the ApsaraDB test would have written. */
  public ApsaraDbLogs apsaraDbLogs() {
    return new ApsaraDbLogs(scripts);
  }

  private RunFacts facts(String command) {
    return new RunFacts(
        started,
        command,
        target,
        accesses.hosts().stream().map(hide).toList(),
        new RunFacts.Measurements(baseline(), kinds, unavailable, reused, scripts),
        lost,
        warm ? null : longestWarmUp(),
        hide);
  }

  @Override
  public void close() {
    workers.close();
    scripts.forEach(ApsaraDbScript::close);
    reused.forEach(ReusedRun::close);
    kinds.values().forEach(KindRun::close);
    route.close();
  }
}
