package dev.tlsbench.experiment.catalog;

import dev.tlsbench.experiment.connect.ConnectResult;
import dev.tlsbench.experiment.connect.ConnectResult.KindResult;
import dev.tlsbench.experiment.connect.ConnectResult.PartResult;
import dev.tlsbench.experiment.connect.ConnectResult.Reused;
import dev.tlsbench.experiment.connect.ConnectResult.Script;
import dev.tlsbench.experiment.connect.Interval;
import dev.tlsbench.experiment.result.Figure;
import dev.tlsbench.experiment.result.Figure.Unit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * StepFigures of {@code connect}: {@code KIND/PART} (the median), {@code KIND/PART/min}, {@code
 * KIND/PART/ratio} (of the median to that of plain), {@code KIND/perSecond}, {@code
 * KIND/clientCpu}, {@code KIND/serverCpu}; {@code reused/WAY}, {@code reused/WAY/ratio}; {@code
 * script/WAY/COLUMN}. Kinds, parts, ways and columns have the names that {@code connect.json} gives
 * them.
 *
 * @param result what was found
 */
record ConnectFigures(ConnectResult result) implements StepFigures {
  private static final double MILLIS = 1000;

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
      default ->
          result.kinds().stream()
              .filter(kind -> kind.name().equals(names[0]) && kind.unavailable() == null)
              .findFirst()
              .flatMap(kind -> kind(kind, names[1], third));
    };
  }

  private static Optional<Figure> kind(KindResult kind, String name, String figure) {
    return switch (name) {
      case "perSecond" ->
          Optional.ofNullable(kind.connectionsPerSecond())
              .map(value -> Figure.of(value, Unit.PER_SECOND));
      case "clientCpu" -> known(kind.clientCpuMicros(), 1, Unit.MICROS);
      case "serverCpu" ->
          Optional.ofNullable(kind.serverCpuMicros()).map(value -> Figure.of(value, Unit.MICROS));
      default -> Optional.ofNullable(kind.parts().get(name)).flatMap(part -> part(part, figure));
    };
  }

  private static Optional<Figure> part(PartResult part, String figure) {
    return switch (figure) {
      case "ratio" -> known(part.ratioToPlain(), 1, Unit.RATIO);
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

  @Override
  public List<String> problems() {
    return result.problems();
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
    return result.notes();
  }
}
