package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** The connections of one series, opened in blocks. */
final class KindRun implements AutoCloseable {
  private final Series series;
  private final Variant variant;
  private final Kind kind;
  private final Access access;
  private final List<Access.Opener> openers = new ArrayList<>();
  private final List<List<Timeline>> rounds = new ArrayList<>();
  private int otherHandshakes;
  private int failed;
  private @Nullable ConnectFailedException firstFailure;
  private long nanos;

  /** The server's CPU time a connection in each round, in microseconds; NaN if unknown. */
  private final List<Double> serverCpuMicros = new ArrayList<>();

  private double serverCpuMillis;

  /**
   * @param kind the kind that counts: the baseline's if this is the control
   * @param workers the number of threads, each with an opener of its own
   */
  KindRun(Series series, Variant variant, Kind kind, Access access, int workers) {
    this.series = series;
    this.variant = variant;
    this.kind = kind;
    this.access = access;
    for (int i = 0; i < workers; i++) {
      openers.add(access.opener());
    }
  }

  /**
   * Opens connections.
   *
   * @throws ConnectFailedException if all of them failed
   */
  void block(int connections, Openers workers, ServerCpu cpu) throws ConnectFailedException {
    int before = made();
    synchronized (this) {
      rounds.add(new ArrayList<>());
    }
    OptionalDouble cpuBefore = cpu.millis();
    long start = System.nanoTime();
    workers.run(connections, this::open);
    nanos += System.nanoTime() - start;
    OptionalDouble cpuAfter = cpu.millis();
    double millis = cpuAfter.orElse(Double.NaN) - cpuBefore.orElse(Double.NaN);
    serverCpuMillis += millis;
    serverCpuMicros.add(millis * 1_000 / (made() - before));
    if (made() == before && firstFailure != null) {
      throw firstFailure;
    }
  }

  /**
   * Opens connections that count. A connection with another kind of handshake is replaced, within
   * limits: a server may have discarded a session, or may not store any.
   */
  private void open(int worker, int times) {
    Access.Opener opener = openers.get(worker);
    List<Timeline> counted = new ArrayList<>(times);
    int others = 0;
    int failures = 0;
    while (counted.size() + failures < times && others <= times) {
      try {
        Timeline made = opener.open();
        if (kind.holds(made.negotiated())) {
          counted.add(made);
        } else {
          others++;
        }
      } catch (ConnectFailedException e) {
        failures++;
        failed(e);
      }
    }
    take(counted, others);
  }

  private synchronized void failed(ConnectFailedException e) {
    failed++;
    if (firstFailure == null) {
      firstFailure = e;
    }
  }

  private synchronized void take(List<Timeline> counted, int others) {
    rounds.get(rounds.size() - 1).addAll(counted);
    otherHandshakes += others;
  }

  /** Discards the measurements of the warm-up. */
  synchronized void forget() {
    rounds.clear();
    otherHandshakes = 0;
    failed = 0;
    firstFailure = null;
    nanos = 0;
    serverCpuMicros.clear();
    serverCpuMillis = 0;
  }

  Series series() {
    return series;
  }

  Variant variant() {
    return variant;
  }

  Kind kind() {
    return kind;
  }

  Access access() {
    return access;
  }

  /** Returns the connections that count, by their blocks. */
  List<List<Timeline>> rounds() {
    return rounds;
  }

  /** Returns the connections that count. */
  List<Timeline> timelines() {
    return rounds.stream().flatMap(List::stream).toList();
  }

  int otherHandshakes() {
    return otherHandshakes;
  }

  /** Returns how many connections count and needed another ClientHello (RFC 8446, 4.1.4). */
  long helloRetryRequests() {
    return timelines().stream()
        .map(Timeline::negotiated)
        .filter(tls -> tls != null && tls.helloRetryRequest())
        .count();
  }

  int failed() {
    return failed;
  }

  @Nullable ConnectFailedException firstFailure() {
    return firstFailure;
  }

  private int made() {
    return rounds.stream().mapToInt(List::size).sum() + otherHandshakes;
  }

  /** Returns connections opened, used and closed per second, by all threads together. */
  double perSecond() {
    return made() * 1e9 / nanos;
  }

  /** Returns the server's CPU time a connection, in microseconds; {@code null} if unknown. */
  @Nullable Double serverCpuMicros() {
    return known(serverCpuMillis * 1_000 / made());
  }

  /** Returns the rounds in which a connection counts, in order. */
  List<ConnectResult.Round> summaries() {
    List<ConnectResult.Round> all = new ArrayList<>();
    for (int i = 0; i < rounds.size(); i++) {
      List<Timeline> round = rounds.get(i);
      if (!round.isEmpty()) {
        double[] micros =
            round.stream()
                .flatMapToLong(timeline -> timeline.nanos(Part.TOTAL).stream())
                .mapToDouble(each -> each / 1e3)
                .toArray();
        double cpu = round.stream().mapToLong(Timeline::cpuNanos).average().orElse(0) / 1e3;
        all.add(
            new ConnectResult.Round(
                i,
                Median.withDefaults().evaluate(micros),
                cpu > 0 ? cpu : null,
                known(serverCpuMicros.get(i))));
      }
    }
    return all;
  }

  private static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  @Override
  public void close() {
    openers.forEach(Access.Opener::close);
    access.close();
  }
}
