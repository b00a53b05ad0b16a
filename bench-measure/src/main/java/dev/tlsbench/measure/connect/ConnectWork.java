package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.connect.ConnectOrder.Possible;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.fork.ForkMain;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.Meters;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.fork.Workers;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The work of a fork that measures connections. All series take turns in random order, so that
 * changes of the machine affect all alike; later the clients that stay open do, and the procedure
 * of the ApsaraDB script. The baseline is measured twice: the second time is the control, and shows
 * what chance does.
 */
final class ConnectWork implements AutoCloseable {
  private final ForkSpec spec;
  private final SharedWork shares;
  private final Queries queries;
  private final Meters meters;
  private final Random random;
  private final Map<String, KindRun> kinds = new LinkedHashMap<>();
  private final Map<String, String> unavailable = new LinkedHashMap<>();
  private final Map<Stage, List<Turn.Taker>> clients = new EnumMap<>(Stage.class);
  private final Map<Integer, List<Turn.Taker>> stormsByThreads = new HashMap<>();
  private final List<Runnable> closing = new ArrayList<>();
  private boolean counts;

  /** The main method of a fork; each order is a {@link ConnectOrder}. */
  public static void main(String[] args) {
    ForkMain.serveAndExit(ConnectWork::serve);
  }

  static void serve(InputStream orders, PrintStream replies) {
    ForkMain.serve(
        orders,
        replies,
        (fork, spec) -> {
          try (ConnectWork work = new ConnectWork(spec, fork::alive)) {
            fork.ready();
            for (ConnectOrder order = fork.order(ConnectOrder.class);
                order != null;
                order = fork.order(ConnectOrder.class)) {
              fork.answer(work.answer(order));
            }
          }
        });
  }

  /**
   * @param spec its variants are series, by their names, in order
   * @param alive called at least once a second, while connections succeed
   */
  ConnectWork(ForkSpec spec, Runnable alive) throws IOException {
    this.spec = spec;
    this.random = new Random(spec.seed());
    this.meters = new Meters(spec.clients(), true);
    Workers workers = Placement.onCores(spec.clients().cores(), () -> new Workers(spec.clients()));
    closing.add(workers::close);
    this.shares = new SharedWork(workers, spec.clients().threads(), alive);
    this.queries = new Queries(shares);
  }

  /** Returns a {@link Possible} or a {@link Taken}. */
  Record answer(ConnectOrder order) throws IOException, InterruptedException {
    if (order.stage() == Stage.CONNECT) {
      return Placement.joining(spec.clients().cores(), () -> connect(order));
    }
    if (order.stage() == Stage.OPEN && !counts) {
      Placement.moveCompilers(spec.clients().cores(), spec.clients().server());
      counts = true;
    }
    List<Turn.Taker> all = new ArrayList<>(takers(order));
    Meters.Reading start = meters.readConditions(shares.workers());
    List<Turn> turns = new ArrayList<>();
    for (int block = 0; block < order.blocks(); block++) {
      Collections.shuffle(all, random);
      for (Turn.Taker taker : all) {
        turns.add(taker.take(block, order.times()));
      }
    }
    return new Taken(turns, meters.since(start, shares.workers()));
  }

  /**
   * Connects once with each series: with TLS first, since a MySQL server then knows the password
   * for plain connections. TLS must work for one that has it, else plain text must.
   */
  private Possible connect(ConnectOrder order) throws IOException {
    Route route = new Route(Duration.ofNanos(order.rttNanos()));
    closing.add(route::close);
    ConnectFailedException first = null;
    for (boolean isPlain : new boolean[] {false, true}) {
      for (Series series : order.series()) {
        if ((series.kind() == Kind.PLAIN) == isPlain) {
          ConnectFailedException failure = connect(series, route);
          first = first == null ? failure : first;
        }
      }
      if (kinds.isEmpty() && first != null) {
        throw first;
      }
    }
    List<String> names = new ArrayList<>(spec.variants().keySet());
    names.retainAll(kinds.keySet());
    KindRun baseline = Objects.requireNonNull(kinds.get(names.get(0)));
    if (names.size() > 1) {
      names.add(Series.CONTROL);
      open(Series.CONTROL, baseline.series(), route);
    }
    return new Possible(baseline.access().query(), names, unavailable);
  }

  private @Nullable ConnectFailedException connect(Series series, Route route) {
    try {
      open(series.name(), series, route);
      return null;
    } catch (ConnectFailedException e) {
      unavailable.put(series.name(), String.valueOf(e.getMessage()));
      return e;
    } catch (InvalidSettingException e) {
      // A provider may lack resumption, but never full handshakes.
      if (series.kind() != Kind.RESUMED) {
        throw e;
      }
      unavailable.put(series.name(), String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void open(String name, Series series, Route route) throws ConnectFailedException {
    Map<String, String> properties = Objects.requireNonNull(spec.variants().get(series.name()));
    MeasuredDatabase database = MeasuredDatabase.of(Binding.of(spec.binding()).database());
    Access access = database.access(RunProperties.of(properties), route);
    List<Access.Opener> openers = Stream.generate(access::opener).limit(shares.threads()).toList();
    KindRun made = new KindRun(name, series, access, openers, shares, meters, false);
    kinds.put(name, made);
    closing.add(made::close);
    shares.alive().run();
  }

  private List<Turn.Taker> takers(ConnectOrder order) throws IOException {
    kinds.values().removeIf(kind -> !order.series().contains(kind.series()));
    if (order.stage() == Stage.WARM_UP || order.stage() == Stage.OPEN) {
      return List.copyOf(kinds.values());
    }
    if (order.stage() == Stage.STORM) {
      return storms(order.times());
    }
    if (clients.isEmpty()) {
      Placement.joining(
          spec.clients().cores(),
          () -> {
            KindRun full = kinds.get(Series.TLS + Kind.FULL.suffix());
            KindRun resumed = kinds.get(Series.TLS + Kind.RESUMED.suffix());
            KindRun plain = kinds.get(Series.PLAIN);
            addClients(Series.PLAIN, Queries.WITHOUT_TLS, plain, plain);
            addClients(Series.TLS, Queries.WITH_TLS, resumed == null ? full : resumed, full);
            return true;
          });
    }
    return clients.getOrDefault(order.stage(), List.of());
  }

  private List<Turn.Taker> storms(int threads) throws IOException {
    return Placement.joining(
        spec.clients().cores(),
        () ->
            stormsByThreads.computeIfAbsent(
                threads,
                none -> {
                  Workers many = new Workers(Settings.Clients.anywhere(threads, 0));
                  closing.add(many::close);
                  SharedWork work = new SharedWork(many, threads, shares.alive());
                  List<KindRun> made =
                      kinds.values().stream().map(kind -> kind.storm(work)).toList();
                  made.forEach(storm -> closing.add(storm::close));
                  return List.copyOf(made);
                }));
  }

  private void addClients(
      String name, String script, @Nullable KindRun reused, @Nullable KindRun scripted)
      throws ConnectFailedException {
    if (reused != null) {
      add(Stage.REUSE, queries.reused(name, reused.access()));
    }
    if (scripted != null) {
      add(Stage.SCRIPT, queries.script(script, scripted.access()));
      add(Stage.SCRIPT_REUSE, queries.scriptReuse(script, scripted.access()));
    }
  }

  private void add(Stage stage, Turn.Taker taker) {
    clients.computeIfAbsent(stage, none -> new ArrayList<>()).add(taker);
  }

  @Override
  public void close() {
    Collections.reverse(closing);
    queries.close();
    closing.forEach(Runnable::run);
  }
}
