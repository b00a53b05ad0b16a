package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.ConnectionCost;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The main results, in sentences. */
final class Findings {
  /** Medians closer than this are called equal, as they have no interval. */
  private static final double ALIKE = 0.05;

  private Findings() {}

  /** Returns one sentence for each variant that was compared, in their order. */
  static List<Sentence> of(Result result) {
    List<Sentence> sentences = new ArrayList<>();
    if (result.points().isEmpty()) {
      return sentences;
    }
    if (result.axis() != null) {
      for (VariantResult variant : Views.compared(result.points().get(0))) {
        sentences.add(overAxis(result, result.axis(), variant.name()));
      }
      return sentences;
    }
    Point point = result.points().get(0);
    for (VariantResult variant : Views.compared(point)) {
      sentence(variant, point).ifPresent(sentences::add);
    }
    return sentences;
  }

  private static Optional<Sentence> sentence(VariantResult variant, Point point) {
    Optional<Sentence> throughput =
        Metric.THROUGHPUT.of(variant).map(ratio -> throughput(variant.name(), ratio));
    Optional<Sentence> connections =
        connections(variant, Views.baseline(point).map(VariantResult::connection).orElse(null));
    if (connections.isEmpty()) {
      return throughput.map(Findings::end);
    }
    Sentence before =
        throughput
            .map(sentence -> sentence.then("; "))
            .orElseGet(() -> Sentence.of(Names.first(variant.name()) + ": "));
    return connections.map(before::then).map(Findings::end);
  }

  private static Sentence throughput(String name, Ratio ratio) {
    String who = Names.first(name);
    if (Metric.holdsOne(ratio)) {
      return Sentence.of(who + ": ")
          .strong("no difference")
          .then(" in throughput seen; this run would have seen ")
          .strong(Numbers.percent(ratio.smallestEffect()));
    }
    return Sentence.of(who + (ratio.value() < 1 ? " costs " : " gains "))
        .strong(size(ratio))
        .then(" of throughput");
  }

  /** Returns the size without a sign, such as {@code 4.1 % ± 0.6 %}. */
  static String size(Ratio ratio) {
    int decimals = Numbers.decimals(ratio.halfWidth());
    return Numbers.percent(Math.abs(ratio.value() - 1), decimals)
        + " ±\u00a0"
        + Numbers.percent(ratio.halfWidth(), decimals);
  }

  private static Optional<Sentence> connections(
      VariantResult variant, @Nullable ConnectionCost baseline) {
    if (variant.negotiated().isEmpty()) {
      // Plain too: its connections differ from the baseline's by chance only.
      return Optional.empty();
    }
    ConnectionCost cost = variant.connection();
    Double plain = baseline == null ? null : baseline.readyMicros();
    OptionalDouble fresh =
        times(Metric.NEW_CONNECTION.of(variant), cost == null ? null : cost.readyMicros(), plain);
    OptionalDouble resumed =
        times(
            Metric.RESUMED_CONNECTION.of(variant),
            cost == null ? null : cost.resumedReadyMicros(),
            plain);
    if (fresh.isEmpty()) {
      return resumed.isEmpty()
          ? Optional.empty()
          : Optional.of(asLong("resumed connections take ", resumed.getAsDouble(), " as long"));
    }
    Sentence sentence = asLong("new connections take ", fresh.getAsDouble(), " as long");
    return Optional.of(
        resumed.isEmpty()
            ? sentence
            : sentence.then(asLong(", resumed ones ", resumed.getAsDouble(), "")));
  }

  private static OptionalDouble times(
      Optional<Ratio> ratio, @Nullable Double micros, @Nullable Double baseline) {
    if (ratio.isPresent()) {
      return OptionalDouble.of(ratio.get().value());
    }
    return micros == null || baseline == null || baseline == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(micros / baseline);
  }

  private static Sentence asLong(String before, double times, String asLong) {
    Sentence sentence = Sentence.of(before);
    if (Math.abs(times - 1) < ALIKE) {
      return sentence.strong("as long");
    }
    // 9.96 would be "10.0 times", one digit more than its neighbours have.
    return sentence.strong(Numbers.fixed(times, times < 9.95 ? 1 : 0) + " times").then(asLong);
  }

  private static Sentence overAxis(Result result, String axis, String name) {
    record Seen(Point point, Ratio ratio) {}
    List<Seen> all = new ArrayList<>();
    for (Point point : result.points()) {
      Views.compared(point).stream()
          .filter(variant -> variant.name().equals(name))
          .flatMap(variant -> Metric.THROUGHPUT.of(variant).stream())
          .forEach(ratio -> all.add(new Seen(point, ratio)));
    }
    String who = Names.first(name);
    if (all.isEmpty()) {
      return end(Sentence.of(who + ": throughput was not compared"));
    }
    List<Seen> different = all.stream().filter(seen -> !Metric.holdsOne(seen.ratio())).toList();
    if (different.isEmpty()) {
      double effect = all.stream().mapToDouble(s -> s.ratio().smallestEffect()).max().orElse(0);
      return end(
          Sentence.of(who + ": ")
              .strong("no difference")
              .then(" in throughput seen at any of " + all.size() + " values of " + axis)
              .then("; this run would have seen ")
              .strong(Numbers.percent(effect))
              .then(" at each"));
    }
    Comparator<Seen> byRatio = Comparator.comparingDouble(seen -> seen.ratio().value());
    Seen most = different.stream().min(byRatio).orElseThrow();
    Seen least = all.stream().max(byRatio).orElseThrow();
    Sentence sentence = at(Sentence.of(who), most.ratio(), axis, most.point());
    if (!least.equals(most)) {
      sentence = at(sentence.then(", and"), least.ratio(), axis, least.point());
    }
    return end(sentence);
  }

  private static Sentence at(Sentence before, Ratio ratio, String axis, Point point) {
    String place = " " + where(axis, point);
    if (Metric.holdsOne(ratio)) {
      return before
          .then(" shows ")
          .strong("no difference")
          .then(place + ", where this run would have seen ")
          .strong(Numbers.percent(ratio.smallestEffect()));
    }
    return before
        .then(ratio.value() < 1 ? " costs " : " gains ")
        .strong(size(ratio))
        .then(" of throughput" + place);
  }

  private static String where(String axis, Point point) {
    return "threads".equals(axis)
        ? "with " + point.value() + ("1".equals(point.value()) ? " thread" : " threads")
        : "at " + axis + " " + point.value();
  }

  private static Sentence end(Sentence sentence) {
    return sentence.then(".");
  }
}
