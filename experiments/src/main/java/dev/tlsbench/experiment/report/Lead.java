package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.stats.Interval;
import java.util.Optional;

/**
 * The leading ratio of a report: of a typical operation, since it is the most precise; of the mean
 * if no operation is typical; or of throughput.
 */
record Lead(Metric metric, Interval ratio) {

  /** Returns the lead of a variant; empty if it has no ratios. */
  static Optional<Lead> of(VariantResult variant) {
    Metric metric = variant.leadingMetric();
    return metric.of(variant).map(ratio -> new Lead(metric, ratio));
  }

  private boolean isTime() {
    return metric != Metric.THROUGHPUT;
  }

  /** Returns a figure above 1 if the variant costs more than the baseline, and below 1 if less. */
  double cost() {
    return isTime() ? ratio.value() : 1 / ratio.value();
  }

  /** Returns the metric as the location of a difference. */
  String place() {
    return " in " + (isTime() ? "the " : "") + metric.title();
  }

  /** Adds the cost or gain of the variant. */
  Sentence sizeAfter(Sentence before) {
    String verb =
        isTime() ? (cost() > 1 ? " adds " : " saves ") : (cost() > 1 ? " costs " : " gains ");
    String of =
        isTime() ? (cost() > 1 ? " to" : " of") + " the " + metric.title() : " of throughput";
    return before.then(verb).strong(figure().size()).then(of);
  }

  Figure figure() {
    return Views.figure(ratio);
  }

  boolean isUnresolved() {
    return figure().holdsNone();
  }
}
