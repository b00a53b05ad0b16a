package dev.tlsbench.experiment.catalog;

import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.connect.ConnectResult.Wire;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.gate.Limit;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * StepFigures of {@code connect}: {@code KIND/PART} (the median), {@code KIND/PART/min}, {@code
 * KIND/PART/ratio} (of the median to the baseline's), {@code KIND/perSecond}, {@code
 * KIND/clientCpu}, {@code KIND/serverCpu}, {@code KIND/helloRetryRequests}, {@code KIND/sentBytes},
 * {@code KIND/receivedBytes}, {@code KIND/clientHelloBytes}, {@code KIND/longClientHellos}; {@code
 * reused/WAY}, {@code reused/WAY/ratio}; {@code script/WAY/COLUMN}. Names are as in {@code
 * result.json}.
 */
record ConnectFigures(ConnectResult result) implements StepFigures {
  private static final double MILLIS = 1000;

  /**
   * The range of n measurements contains the median with a probability of 1 - 2^(1-n): fewer than
   * six give no 95 % interval.
   */
  private static final int FEWEST = 6;

  /** The fastest of n is among the fastest tenth with a probability of 1 - 0.9^n: 95 % from 29. */
  private static final int FEWEST_FOR_FASTEST = 29;

  /**
   * Adds an interval to the fastest of many ({@code KIND/PART/min}). Disturbances only add to a
   * time, so the time that the protocol needs is at most the fastest one. It is less by at most the
   * distance between the fastest and the median: if half of the connections were disturbed by that
   * much, the fastest one may have been, too.
   */
  @Override
  public Optional<Figure> evidence(String path) {
    String[] names = path.split("/", -1);
    Optional<KindResult> kind = kind(names[0]);
    boolean isFastest = names.length > 2 && names[2].equals("min");
    if (kind.isPresent() && isFastest) {
      return Optional.ofNullable(kind.get().parts().get(names[1]))
          .map(part -> fastest(part, kind.get().connections().counted()));
    }
    Optional<Figure> figure = find(path);
    return measurements(names) >= FEWEST
        ? figure
        : figure.map(known -> Figure.of(known.value(), known.unit()));
  }

  private static Figure fastest(PartResult part, long connections) {
    double fastest = part.minMicros();
    double disturbance = part.medianMicros().value() - fastest;
    return connections < FEWEST_FOR_FASTEST
        ? Figure.of(fastest, Unit.MICROS)
        : new Figure(fastest, fastest - disturbance, fastest, Unit.MICROS);
  }

  /**
   * Returns the number of measurements behind a figure; for a ratio, the smaller of both sides'.
   */
  private long measurements(String... names) {
    return switch (names[0]) {
      case "reused" -> result.reused().stream().mapToLong(Reused::queries).min().orElse(0);
      case "script" -> result.apsaradbScript().stream().mapToLong(Script::repeat).min().orElse(0);
      default -> {
        long own = kind(names[0]).map(kind -> kind.connections().counted()).orElse(0L);
        boolean isRatio = names.length > 2 && names[2].equals("ratio");
        yield isRatio
            ? Math.min(own, baseline().map(kind -> kind.connections().counted()).orElse(0L))
            : own;
      }
    };
  }

  private Optional<KindResult> baseline() {
    String name = result.setup().baseline();
    return kind(name == null ? Series.PLAIN : name);
  }

  private Optional<KindResult> kind(String name) {
    return result.kinds().stream()
        .filter(kind -> kind.name().equals(name) && kind.unavailable() == null)
        .findFirst();
  }

  @Override
  public Optional<Figure> find(String path) {
    String[] names = path.split("/", -1);
    if (names.length < 2) {
      return Optional.empty();
    }
    String third = names.length > 2 ? names[2] : "";
    return switch (names[0]) {
      case "reused" ->
          result.reused().stream()
              .filter(way -> way.name().equals(names[1]))
              .findFirst()
              .flatMap(way -> reused(way, third.equals("ratio")));
      case "script" ->
          result.apsaradbScript().stream()
              .filter(way -> way.name().equals(names[1]))
              .findFirst()
              .flatMap(way -> column(way, third));
      default -> kind(names[0]).flatMap(kind -> kind(kind, names[1], third));
    };
  }

  private static Optional<Figure> kind(KindResult kind, String name, String figure) {
    return switch (name) {
      case "perSecond" ->
          Optional.ofNullable(kind.connections().perSecond())
              .map(value -> Figure.of(value, Unit.PER_SECOND));
      case "clientCpu" -> known(kind.cpu().clientMicros(), 1, Unit.MICROS);
      case "serverCpu" ->
          Optional.ofNullable(kind.cpu().serverMicros())
              .map(value -> Figure.of(value, Unit.MICROS));
      case "helloRetryRequests" ->
          Optional.ofNullable(kind.connections().helloRetryRequests())
              .map(count -> Figure.of(count, Unit.NUMBER));
      case "sentBytes" -> wire(kind, Wire::sentBytes, Unit.BYTES);
      case "receivedBytes" -> wire(kind, Wire::receivedBytes, Unit.BYTES);
      case "clientHelloBytes" -> wire(kind, Wire::clientHelloBytes, Unit.BYTES);
      case "longClientHellos" -> wire(kind, Wire::longClientHellos, Unit.NUMBER);
      default -> Optional.ofNullable(kind.parts().get(name)).flatMap(part -> part(part, figure));
    };
  }

  private static Optional<Figure> wire(KindResult kind, ToDoubleFunction<Wire> figure, Unit unit) {
    return Optional.ofNullable(kind.wire())
        .map(wire -> Figure.of(figure.applyAsDouble(wire), unit));
  }

  private static Optional<Figure> part(PartResult part, String figure) {
    return switch (figure) {
      case "ratio" -> known(part.ratio(), 1, Unit.RATIO);
      case "min" -> Optional.of(Figure.of(part.minMicros(), Unit.MICROS));
      default -> known(part.medianMicros(), 1, Unit.MICROS);
    };
  }

  private static Optional<Figure> reused(Reused way, boolean ratio) {
    return ratio
        ? known(way.ratioOfMeansToPlain(), 1, Unit.RATIO)
        : known(way.meanMicros(), 1, Unit.MICROS);
  }

  private static Optional<Figure> column(Script way, String name) {
    return switch (name) {
      case "onlyConnection" -> known(way.onlyConnectionMillis(), MILLIS, Unit.MICROS);
      case "firstQuery" -> known(way.firstQueryMillis(), MILLIS, Unit.MICROS);
      case "connectionAndFirstQuery" ->
          known(way.connectionAndFirstQueryMillis(), MILLIS, Unit.MICROS);
      case "reused" -> known(way.reusedMillis(), MILLIS, Unit.MICROS);
      default -> Optional.empty();
    };
  }

  private static Optional<Figure> known(@Nullable Interval interval, double factor, Unit unit) {
    return interval == null || !Double.isFinite(interval.value())
        ? Optional.empty()
        : Optional.of(
            new Figure(
                factor * interval.value(),
                factor * interval.low95(),
                factor * interval.high95(),
                unit));
  }

  /** A limit on a time applies to its median, a limit on a ratio to the ratio of medians. */
  @Override
  public Map<String, Figure> limited(Limit limit) {
    String path = limit.figure().replace('.', '/');
    return evidence(limit.isTime() ? path : path + "/ratio")
        .map(figure -> Map.of(limit.figure(), figure))
        .orElse(Map.of());
  }

  @Override
  public List<String> problems() {
    return result.run().problems();
  }

  @Override
  public List<String> leftOut() {
    return result.kinds().stream()
        .filter(kind -> kind.unavailable() != null)
        .map(kind -> kind.name() + ": " + kind.unavailable())
        .toList();
  }

  @Override
  public List<String> notes() {
    return result.run().warnings();
  }
}
