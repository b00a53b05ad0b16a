package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.experiment.predict.Profile.Operation;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Predictions over one value of a profile, while all others stay. A point equals the prediction for
 * a profile with that value; values that contradict others, or whose costs were not measured, have
 * no point.
 */
final class ProfileCurves {
  private static final double[] CONNECTIONS = {1, 3, 10, 30, 100, 300, 1_000, 10_000};
  private static final double[] SIZES = {128, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576};
  private static final double[] PERCENTS = {0, 25, 50, 75, 100};
  private static final double[] ROUND_TRIPS = {0, 100, 300, 1_000, 3_000, 10_000, 50_000};
  private static final double[] TIMES = {0.1, 0.3, 3, 10};
  private static final String OWN = " (yours)";
  private static final Pattern UNNEEDED_ZEROS =
      Pattern.compile("(\\.\\d*[1-9])0+(?!\\d)|\\.0+(?!\\d)");

  private final Predictor predictor;
  private final Profile profile;

  /**
   * A varied value of the profile.
   *
   * @param own the profile's
   * @param others in any order
   * @param changed returns the profile with another value
   */
  private record Axis(
      String title, Unit unit, double own, DoubleStream others, DoubleFunction<Profile> changed) {}

  /** The predictions at one value. */
  private record Point(String name, List<Prediction> variants) {}

  private ProfileCurves(Predictor predictor, Profile profile) {
    this.predictor = predictor;
    this.profile = profile;
  }

  /** Returns a chart for each value of the profile that affects a prediction. */
  static List<Block> of(Predictor predictor, Profile profile) {
    ProfileCurves curves = new ProfileCurves(predictor, profile);
    List<Block> blocks = new ArrayList<>();
    for (Axis axis : curves.axes()) {
      List<Point> points = curves.points(axis);
      List<Predicted> figures = changing(points);
      if (!figures.isEmpty()) {
        blocks.add(block(axis, points, figures));
      }
    }
    return blocks;
  }

  private List<Axis> axes() {
    List<Axis> axes = new ArrayList<>();
    Double connection = profile.operationsPerConnection();
    if (connection != null) {
      axes.add(
          new Axis(
              "operations for each connection",
              Unit.NUMBER,
              connection,
              DoubleStream.of(CONNECTIONS),
              value -> profile.with(value, profile.resumed())));
      axes.add(
          new Axis(
              "resumed handshakes",
              Unit.PERCENT,
              Model.PERCENT * profile.resumed(),
              DoubleStream.of(PERCENTS),
              value -> profile.with(connection, value / Model.PERCENT)));
    }
    double request = profile.sum(Operation::requestBytes);
    axes.add(
        new Axis(
            "bytes of a request",
            Unit.BYTES,
            request,
            DoubleStream.of(SIZES),
            value -> scaled(value / request, 1, 1, 1, 1)));
    double reply = profile.sum(Operation::replyBytes);
    axes.add(
        new Axis(
            "bytes of a reply",
            Unit.BYTES,
            reply,
            DoubleStream.of(SIZES),
            value -> scaled(1, value / reply, 1, 1, 1)));
    axes.add(
        new Axis(
            "round-trip time",
            Unit.MICROS,
            profile.rttMicros(),
            DoubleStream.of(ROUND_TRIPS),
            this::behind));
    Double rate = profile.rate();
    if (rate != null) {
      axes.add(times("operations a second", Unit.PER_SECOND, rate, profile::withRate));
    }
    Double client = profile.mean(Operation::clientCpuMicros);
    if (client != null) {
      String title = "client CPU of a plain operation";
      axes.add(times(title, Unit.MICROS, client, value -> scaled(1, 1, value / client, 1, 1)));
    }
    Double server = profile.mean(Operation::serverCpuMicros);
    if (server != null) {
      String title = "server CPU of a plain operation";
      axes.add(times(title, Unit.MICROS, server, value -> scaled(1, 1, 1, value / server, 1)));
    }
    Double latency = profile.mean(Operation::latencyMicros);
    if (latency != null) {
      String title = "latency of a plain operation";
      axes.add(times(title, Unit.MICROS, latency, value -> scaled(1, 1, 1, 1, value / latency)));
    }
    return axes;
  }

  private static Axis times(String title, Unit unit, double own, DoubleFunction<Profile> changed) {
    return new Axis(title, unit, own, DoubleStream.of(TIMES).map(each -> each * own), changed);
  }

  /** Returns the profile with another round trip, which the latency of an operation includes. */
  private Profile behind(double rttMicros) {
    return profile.with(
        rttMicros,
        one -> {
          Double latency = one.latencyMicros();
          return new Operation(
              one.name(),
              one.share(),
              one.requestBytes(),
              one.replyBytes(),
              one.clientCpuMicros(),
              one.serverCpuMicros(),
              latency == null ? null : latency + rttMicros - profile.rttMicros());
        });
  }

  /** Returns the profile with each value of all operations multiplied by a factor. */
  private Profile scaled(
      double request, double reply, double clientCpu, double serverCpu, double latency) {
    return profile.with(
        profile.rttMicros(),
        one ->
            new Operation(
                one.name(),
                one.share(),
                one.requestBytes() * request,
                one.replyBytes() * reply,
                product(one.clientCpuMicros(), clientCpu),
                product(one.serverCpuMicros(), serverCpu),
                product(one.latencyMicros(), latency)));
  }

  private static @Nullable Double product(@Nullable Double value, double factor) {
    return value == null ? null : Double.valueOf(value * factor);
  }

  private List<Point> points(Axis axis) {
    List<Point> points = new ArrayList<>();
    double own = axis.own();
    for (double value :
        DoubleStream.concat(axis.others(), DoubleStream.of(own)).distinct().sorted().toArray()) {
      String name = UNNEEDED_ZEROS.matcher(axis.unit().text(value)).replaceFirst("$1");
      try {
        points.add(
            new Point(
                name + (value == own ? OWN : ""), predictor.predict(axis.changed().apply(value))));
      } catch (InvalidSettingException e) {
        // The profile is contradictory, or its costs are unknown.
      }
    }
    return points;
  }

  /** Returns the figures that differ between points. */
  private static List<Predicted> changing(List<Point> points) {
    List<Predicted> figures = new ArrayList<>();
    for (Predicted figure : Predicted.values()) {
      if (!figure.title().isEmpty()
          && points.stream()
                  .map(point -> point.variants().stream().map(figure::of).toList())
                  .distinct()
                  .count()
              > 1) {
        figures.add(figure);
      }
    }
    return figures;
  }

  private static Block block(Axis axis, List<Point> points, List<Predicted> figures) {
    List<String> names = points.stream().map(Point::name).toList();
    List<View> views = new ArrayList<>();
    figures.forEach(figure -> views.add(lines(axis, points, figure)));
    List<Map.Entry<String, Prediction>> rows = new ArrayList<>();
    points.forEach(
        point -> point.variants().forEach(one -> rows.add(Map.entry(point.name(), one))));
    Table numbers =
        Columns.of(rows)
            .named(2)
            .text(axis.title(), Map.Entry::getKey)
            .text("variant", row -> row.getValue().name())
            .each(figures, Predicted::title, (row, figure) -> figure.cell(row.getValue()))
            .open("Numbers of this chart");
    return new Block.Points(
        new Chart(
            "Over " + axis.title(),
            "Curves of predictions over " + axis.title(),
            "Figure",
            views,
            numbers),
        names.stream().filter(name -> name.endsWith(OWN)).findFirst().orElse(""));
  }

  private static View lines(Axis axis, List<Point> points, Predicted figure) {
    Map<String, List<@Nullable Figure>> curves = new LinkedHashMap<>();
    for (Point point : points) {
      for (Prediction one : point.variants()) {
        Interval found = figure.of(one);
        curves
            .computeIfAbsent(one.name(), none -> new ArrayList<>())
            .add(found == null ? null : found.in(figure.unit()));
      }
    }
    List<View.Lines.Curve> lines = new ArrayList<>();
    curves.forEach(
        (name, curve) -> lines.add(new View.Lines.Curve(Look.variant(name, lines.size()), curve)));
    return new View.Lines(
        figure.title(),
        axis.title(),
        points.stream().map(Point::name).toList(),
        figure.title(),
        figure.unit(),
        lines);
  }
}
