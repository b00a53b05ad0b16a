package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.connect.ConnectOrder.Possible;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.Meters;
import dev.tlsbench.measure.fork.Workers;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The work of a fork that measures connections. All series take turns in random order, so that
 * changes of the machine affect all alike; later the clients that stay open do, and the procedure
 * of the ApsaraDB script. The baseline is measured twice: the second time is the control, and shows
 * what chance does.
 */
final class ConnectWork implements AutoCloseable {
  private final ForkSpec spec;
  private final Shares shares;
  private final Meters meters;
  private final Random random;
  private final Map<String, KindRun> kinds = new LinkedHashMap<>();
  private final Map<String, String> unavailable = new LinkedHashMap<>();
  private final Map<Stage, List<Turn.Taker>> takers = new EnumMap<>(Stage.class);
  private final List<Runnable> closing = new ArrayList<>();
  private boolean counts;

  /**
   * Starts the threads.
   *
   * @param spec its variants are series, by their names, in order
   * @param alive called at least once a second, while connections succeed
   */
  ConnectWork(ForkSpec spec, Runnable alive) throws IOException {
    this.spec = spec;
    this.random = new Random(spec.seed());
    this.meters = new Meters(spec.clients(), true);
    Workers workers = Placement.onCores(spec.clients().cores(), () -> new Workers(spec.clients()));
    closing.add(workers::close);
    this.shares = new Shares(workers, spec.clients().threads(), alive);
  }

  /**
   * Does what is ordered.
   *
   * @return a {@link Possible} or a {@link Taken}
   * @throws ConnectFailedException if nothing can connect
   * @throws InvalidSettingException if a property is invalid
   */
  Record answer(ConnectOrder order) throws IOException, InterruptedException {
    if (order.stage() == Stage.CONNECT) {
      return Placement.joining(spec.clients().cores(), () -> connect(order));
    }
    if (order.stage() == Stage.OPEN && !counts) {
      Placement.moveCompilers(spec.clients().cores(), spec.clients().server());
      counts = true;
    }
    List<Turn.Taker> all = new ArrayList<>(takers(order));
    all.removeIf(taker -> order.without().contains(taker.name()));
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
      for (String name : spec.variants().keySet()) {
        Kind kind = Series.of(name).kind();
        if ((kind == Kind.PLAIN) == isPlain) {
          ConnectFailedException failure = connect(name, kind, route);
          first = first == null ? failure : first;
        }
      }
      if (kinds.isEmpty() && first != null) {
        throw first;
      }
    }
    List<String> names = new ArrayList<>(spec.variants().keySet());
    names.retainAll(kinds.keySet());
    KindRun baseline = kind(names.get(0));
    if (names.size() > 1) {
      names.add(Series.CONTROL.name());
      open(Series.CONTROL.name(), baseline.name(), baseline.kind(), route);
    }
    return new Possible(baseline.access().query(), names, unavailable);
  }

  /** Connects, or returns the failure. */
  private @Nullable ConnectFailedException connect(String name, Kind kind, Route route) {
    try {
      open(name, name, kind, route);
      return null;
    } catch (ConnectFailedException e) {
      unavailable.put(name, String.valueOf(e.getMessage()));
      return e;
    } catch (InvalidSettingException e) {
      // A provider may lack resumption, but never full handshakes.
      if (kind != Kind.RESUMED) {
        throw e;
      }
      unavailable.put(name, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void open(String name, String series, Kind kind, Route route)
      throws ConnectFailedException {
    KindRun made =
        new KindRun(
            name,
            kind,
            MeasuredDatabase.of(Binding.of(spec.binding()).database())
                .access(
                    RunProperties.of(Objects.requireNonNull(spec.variants().get(series))), route),
            shares,
            meters);
    kinds.put(name, made);
    closing.add(made::close);
    shares.alive().run();
  }

  private KindRun kind(String name) {
    return Objects.requireNonNull(kinds.get(name), name);
  }

  private List<Turn.Taker> takers(ConnectOrder order) throws IOException {
    if (order.stage() == Stage.WARM_UP || order.stage() == Stage.OPEN) {
      return List.copyOf(kinds.values());
    }
    if (takers.isEmpty()) {
      kinds.keySet().removeAll(order.without());
      Placement.joining(
          spec.clients().cores(),
          () -> {
            KindRun plain = kinds.get(Series.PLAIN);
            KindRun full = kinds.get(Series.TLS + Kind.FULL.suffix());
            KindRun resumed = kinds.get(Series.TLS + Kind.RESUMED.suffix());
            addClients(Series.PLAIN, ApsaraDbScript.WITHOUT_TLS, plain, plain);
            addClients(Series.TLS, ApsaraDbScript.WITH_TLS, resumed == null ? full : resumed, full);
            return true;
          });
    }
    return takers.getOrDefault(order.stage(), List.of());
  }

  private void addClients(
      String name, String script, @Nullable KindRun reused, @Nullable KindRun scripted)
      throws ConnectFailedException {
    if (reused != null) {
      ReusedRun clients = new ReusedRun(name, reused.access(), shares);
      closing.add(clients::close);
      add(Stage.REUSE, clients);
    }
    if (scripted != null) {
      ApsaraDbScript steps = new ApsaraDbScript(script, scripted.access(), shares);
      closing.add(steps::close);
      add(Stage.SCRIPT, steps.connecting());
      add(Stage.SCRIPT_REUSE, steps.reusing());
    }
  }

  private void add(Stage stage, Turn.Taker taker) {
    takers.computeIfAbsent(stage, none -> new ArrayList<>()).add(taker);
  }

  @Override
  public void close() {
    Collections.reverse(closing);
    closing.forEach(Runnable::run);
  }
}
