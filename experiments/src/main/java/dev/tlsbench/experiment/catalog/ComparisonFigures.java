package dev.tlsbench.experiment.catalog;

import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.LeftOut;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.gate.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * StepFigures of paired measurements: {@code [AXIS=VALUE/]VARIANT/METRIC}, and {@code
 * …/VARIANT/ratio/METRIC} for the {@code ratios} of {@code result.json}. {@code secondsFor/N} is
 * the time for N rows at the measured rate, {@code benchmark} the figure of a published benchmark,
 * and {@code operation/NAME/} is followed by {@code mean}, {@code p50}, {@code p95} or {@code p99}
 * of operations of one name, or by {@code ratio}, of their mean.
 *
 * @param result of compare, sweep, bulk or saturate
 */
record ComparisonFigures(Result result) implements StepFigures {
  private static final double MEGABYTE = 1e6;
  private static final int FEWEST_FORKS = 2;
  private static final String OPERATION = "operation/";
  private static final String SECONDS_FOR = "secondsFor/";

  @Override
  public Optional<Figure> find(String path) {
    return point(path).flatMap(point -> find(point, inPoint(path)));
  }

  /** Returns the point of a path. */
  private Optional<Point> point(String path) {
    String axis = result.axis();
    return result.points().stream()
        .filter(point -> axis == null || path.split("/", 2)[0].equals(axis + "=" + point.value()))
        .findFirst();
  }

  private String inPoint(String path) {
    return result.axis() == null ? path : path.substring(path.indexOf('/') + 1);
  }

  /**
   * Omits the interval of a single fork: it describes that JVM only, since another one may compile
   * code differently.
   */
  @Override
  public Optional<Figure> evidence(String path) {
    Optional<Figure> figure = find(path);
    return point(path).filter(point -> forks(point) >= FEWEST_FORKS).isPresent()
        ? figure
        : figure.map(known -> Figure.of(known.value(), known.unit()));
  }

  /** Counts the forks of a point: with many threads there may be time for fewer. */
  private long forks(Point point) {
    long seen = point.windows().stream().map(window -> window.place().fork()).distinct().count();
    return seen == 0 ? result.setup().timing().forks() : seen;
  }

  private static Optional<Figure> find(Point point, String path) {
    String[] names = path.split("/", 2);
    return names.length < 2
        ? Optional.empty()
        : point.variants().stream()
            .filter(variant -> variant.name().equals(names[0]))
            .findFirst()
            .flatMap(variant -> figure(variant, names[1]));
  }

  private static Optional<Figure> figure(VariantResult variant, String metric) {
    if (metric.startsWith(OPERATION)) {
      String[] names = metric.substring(OPERATION.length()).split("/", 2);
      return variant.operations().stream()
          .filter(operation -> names.length == 2 && operation.name().equals(names[0]))
          .findFirst()
          .flatMap(operation -> figure(operation, names[1]));
    }
    return metric.startsWith("ratio/")
        ? Optional.ofNullable(variant.ratios().get(metric.substring("ratio/".length())))
            .map(ratio -> ratio.interval().in(Unit.RATIO))
        : absolute(variant, metric);
  }

  private static Optional<Figure> figure(Operation operation, String metric) {
    return metric.equals("ratio")
        ? Optional.ofNullable(operation.mean()).map(ratio -> ratio.interval().in(Unit.RATIO))
        : latency(operation.latency(), metric);
  }

  private static Optional<Figure> absolute(VariantResult variant, String metric) {
    if (variant.work().operations() == 0) {
      return Optional.empty();
    }
    return switch (metric) {
      case "throughput" -> known(variant.work().throughputPerSecond(), Unit.PER_SECOND);
      case "mean", "p50", "p95", "p99" ->
          Optional.ofNullable(variant.latency()).flatMap(latency -> latency(latency, metric));
      case "clientCpu" -> known(variant.resources().clientCpuMicrosPerOperation(), Unit.MICROS);
      case "serverCpu" -> known(variant.resources().serverCpuMicrosPerOperation(), Unit.MICROS);
      case "connections" -> known((double) variant.connections().opened(), Unit.NUMBER);
      case "resumed" -> known((double) variant.connections().resumed(), Unit.NUMBER);
      case "rows" -> known(variant.work().rowsPerSecond(), Unit.PER_SECOND);
      case "serverCpuPercent" -> known(variant.resources().serverCpuPercent(), Unit.PERCENT);
      case "pagesRead" -> known(variant.resources().pagesReadPerOperation(), Unit.NUMBER);
      case "pagesWritten" -> known(variant.resources().pagesWrittenPerOperation(), Unit.NUMBER);
      case "serverMemory" ->
          variant.resources().serverMemoryBytes() == null
              ? Optional.empty()
              : known((double) variant.resources().serverMemoryBytes(), Unit.BYTES);
      case "transfer" ->
          variant.work().bytesPerOperation() == null
              ? Optional.empty()
              : known(
                  variant.work().bytesPerOperation()
                      * variant.work().throughputPerSecond()
                      / MEGABYTE,
                  Unit.MEGABYTES_PER_SECOND);
      case "benchmark" ->
          Optional.ofNullable(variant.work().benchmark())
              .flatMap(figure -> known(figure.value(), Unit.NUMBER));
      default ->
          metric.startsWith(SECONDS_FOR)
              ? known(variant.work().rowsPerSecond(), Unit.PER_SECOND)
                  .map(rows -> seconds(metric.substring(SECONDS_FOR.length()), rows))
              : Optional.empty();
    };
  }

  /** Returns the time for a number of rows at this rate. */
  private static Figure seconds(String rows, Figure perSecond) {
    return Figure.of(Quantity.number(rows) / perSecond.value(), Unit.SECONDS);
  }

  private static Optional<Figure> latency(Latency latency, String part) {
    return switch (part) {
      case "mean" -> known(latency.meanMicros(), Unit.MICROS);
      case "p50" -> known(latency.p50Micros(), Unit.MICROS);
      case "p95" -> known(latency.p95Micros(), Unit.MICROS);
      case "p99" -> known(latency.p99Micros(), Unit.MICROS);
      default -> Optional.empty();
    };
  }

  private static Optional<Figure> known(@Nullable Double value, Unit unit) {
    return value == null || !Double.isFinite(value)
        ? Optional.empty()
        : Optional.of(Figure.of(value, unit));
  }

  /** Returns an unknown figure for each value of the axis that was not measured. */
  @Override
  public Map<String, Figure> limited(Limit limit) {
    Map<String, Figure> found = new LinkedHashMap<>();
    int dot = limit.figure().lastIndexOf('.');
    String subject = limit.figure().substring(0, Math.max(0, dot));
    String metric = limit.figure().substring(dot + 1);
    String axis = result.axis();
    if (axis == null) {
      evidence(subject + "/ratio/" + metric).ifPresent(it -> found.put(limit.figure(), it));
      return found;
    }
    Stream<String> values =
        Stream.concat(
            result.points().stream().map(point -> String.valueOf(point.value())),
            result.leftOut().stream().map(LeftOut::value));
    values.forEach(
        value -> {
          String at = axis + "=" + value;
          boolean names = subject.startsWith(at + ".");
          if (names || (!subject.startsWith(axis + "=") && isOf(axis, value, subject))) {
            String variant = names ? subject.substring(at.length() + 1) : subject;
            found.put(
                at + "." + variant + "." + metric,
                evidence(at + "/" + variant + "/ratio/" + metric)
                    .orElse(Figure.of(Double.NaN, Unit.RATIO)));
          }
        });
    return found;
  }

  /**
   * Returns true if a variant is measured at a value of an axis: a suite at its own value, others
   * at numbers. A value that was left out may also be the name of a variant.
   */
  private static boolean isOf(String axis, String value, String variant) {
    return axis.equals("suite")
        ? value.equals(variant)
        : !value.isEmpty() && Character.isDigit(value.charAt(0));
  }

  @Override
  public List<String> problems() {
    return result.run().problems();
  }

  @Override
  public List<String> leftOut() {
    return result.leftOut().stream().map(left -> left.value() + ": " + left.reason()).toList();
  }

  @Override
  public List<String> notes() {
    return result.run().warnings();
  }
}
