package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Views.Row;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The main results, in sentences. */
final class Findings {
  private Findings() {}

  /**
   * The leading ratio of a report: of a typical operation, since it is the most precise; of the
   * mean if no operation is typical; or of throughput.
   */
  private record Lead(Metric metric, Interval ratio) {

    /** Returns the lead of a variant; empty if it has no ratios. */
    static Optional<Lead> of(VariantResult variant) {
      Metric metric = variant.leadingMetric();
      return metric.of(variant).map(ratio -> new Lead(metric, ratio));
    }

    private boolean isTime() {
      return metric != Metric.THROUGHPUT;
    }

    /**
     * Returns a figure above 1 if the variant costs more than the baseline, and below 1 if less.
     */
    double cost() {
      return isTime() ? ratio.value() : 1 / ratio.value();
    }

    /** Returns the metric as the location of a difference. */
    String place() {
      return " in " + (isTime() ? "the " : "") + metric.title();
    }

    Sentence sizeAfter(Sentence before) {
      String verb =
          isTime() ? (cost() > 1 ? " adds " : " saves ") : (cost() > 1 ? " costs " : " gains ");
      String of =
          isTime() ? (cost() > 1 ? " to" : " of") + " the " + metric.title() : " of throughput";
      return before.then(verb).strong(figure().size()).then(of);
    }

    Sentence roughlyAfter(Sentence before) {
      String range = ", between " + figure().range().replace("\u00a0to\u00a0", " and ");
      return before.then(": " + metric.title() + " about ").strong(figure().bare()).then(range);
    }

    Figure figure() {
      return ratio.in(Unit.RATIO);
    }

    boolean isUnresolved() {
      return figure().holdsNone();
    }
  }

  /** Returns one sentence for each variant that was compared, in their order. */
  static List<Sentence> of(Result result) {
    List<Sentence> sentences = new ArrayList<>();
    List<Row> compared = Views.rows(result, variant -> variant.role() == Role.VARIANT);
    String axis = result.axis();
    if (axis == null || axis.equals("suite")) {
      // Each suite is a variant of a point of its own.
      compared.forEach(row -> sentences.addAll(sentences(row.variant(), result)));
    } else {
      compared.stream()
          .map(row -> row.variant().name())
          .distinct()
          .forEach(name -> sentences.add(overAxis(compared, axis, name)));
    }
    if (!sentences.isEmpty() && result.placement() == ServerPlacement.CONFINED) {
      sentences.add(
          Sentence.of("Client and server shared " + Names.cores(result.setup().clients().cores()))
              .then(", so this is the cost of both together"));
    } else if (!sentences.isEmpty() && Views.isSideBySide(result)) {
      sentences.add(
          Sentence.of("Client and server ran side by side on this machine")
              .then(
                  ": their CPU per operation comes first, since the time of an operation depends on"
                      + " how they share its cores"));
    }
    return sentences.stream().map(sentence -> sentence.then(".")).toList();
  }

  /** Returns the leading ratio in a sentence; beside a server on this machine, CPU time first. */
  private static List<Sentence> sentences(VariantResult variant, Result result) {
    List<Sentence> sentences = new ArrayList<>();
    if (Views.isSideBySide(result)) {
      for (Metric metric : List.of(Metric.CLIENT_CPU, Metric.SERVER_CPU)) {
        metric
            .of(variant)
            .map(ratio -> operations(variant.name(), new Lead(metric, ratio), result))
            .ifPresent(sentences::add);
      }
    }
    sentences.add(
        Lead.of(variant)
            .map(lead -> operations(variant.name(), lead, result))
            .orElseGet(() -> notCompared(Names.first(variant.name()))));
    return sentences;
  }

  private static Sentence notCompared(String who) {
    return Sentence.of(who + ": operations were not compared");
  }

  private static Sentence operations(String name, Lead lead, Result result) {
    String who = Names.first(name);
    Sentence sentence =
        lead.isUnresolved()
            ? Sentence.of(who + ": a difference" + lead.place() + " is ")
                .strong(lead.figure().text())
            : result.wasQuick() && !lead.figure().bare().startsWith("not")
                ? lead.roughlyAfter(Sentence.of(who))
                : lead.sizeAfter(Sentence.of(who));
    return sentence.then(Names.against(result));
  }

  private static Sentence overAxis(List<Row> compared, String axis, String name) {
    record Seen(Point point, Lead lead) {}
    List<Seen> all = new ArrayList<>();
    for (Row row : compared) {
      if (row.variant().name().equals(name)) {
        Lead.of(row.variant()).ifPresent(lead -> all.add(new Seen(row.point(), lead)));
      }
    }
    String who = Names.first(name);
    if (all.isEmpty()) {
      return notCompared(who);
    }
    List<Seen> different = all.stream().filter(seen -> !seen.lead().isUnresolved()).toList();
    if (different.isEmpty()) {
      Lead bluntest =
          all.stream()
              .map(Seen::lead)
              .max(Comparator.comparingDouble(lead -> lead.figure().farthest()))
              .orElseThrow();
      return Sentence.of(who + ": a difference" + bluntest.place() + " is ")
          .strong(bluntest.figure().text())
          .then(" at any of " + all.size() + " values of " + axis);
    }
    Comparator<Seen> byCost = Comparator.comparingDouble(seen -> seen.lead().cost());
    Seen most = different.stream().max(byCost).orElseThrow();
    Seen least = all.stream().min(byCost).orElseThrow();
    Sentence sentence = at(Sentence.of(who), most.lead(), axis, most.point());
    if (!least.equals(most)) {
      sentence = at(sentence.then(", and"), least.lead(), axis, least.point());
    }
    return sentence;
  }

  private static Sentence at(Sentence before, Lead lead, String axis, Point point) {
    String place = " " + where(axis, point);
    return lead.isUnresolved()
        ? before.then(place + " a difference is ").strong(lead.figure().text())
        : lead.sizeAfter(before).then(place);
  }

  private static String where(String axis, Point point) {
    return "threads".equals(axis)
        ? "with " + point.value() + ("1".equals(point.value()) ? " thread" : " threads")
        : "at " + axis + " " + point.value();
  }
}
