package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import java.util.Arrays;
import java.util.Optional;

/** Metrics of comparison. */
enum Metric {
  TYPICAL(VariantResult.TYPICAL, "time of a typical operation"),
  TRIMMED_MEAN(VariantResult.TRIMMED_MEAN, "mean time of an operation without stalls"),
  THROUGHPUT(VariantResult.THROUGHPUT, "throughput"),
  MEAN("mean", "mean latency"),
  P50("p50", "median latency"),
  P95("p95", "95th percentile"),
  P99("p99", "99th percentile"),
  P999("p999", "99.9th percentile"),
  CLIENT_CPU(VariantResult.CLIENT_CPU, "client CPU per operation"),
  SERVER_CPU(VariantResult.SERVER_CPU, "server CPU per operation");

  private final String key;
  private final String title;

  Metric(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Returns the name in {@code result.json}. */
  String key() {
    return key;
  }

  /** Returns the name in a report. */
  String title() {
    return title;
  }

  /** Returns the metric that leads the report on a variant. */
  static Metric leading(VariantResult variant) {
    return Arrays.stream(values())
        .filter(metric -> metric.key.equals(variant.leadingMetric()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the ratio of a variant; empty if it was not measured. */
  Optional<Ratio> of(VariantResult variant) {
    return Optional.ofNullable(variant.ratios().get(key));
  }

  /** Returns the ratio of a variant and its 95 % interval; empty if it was not measured. */
  Optional<Figure> figure(VariantResult variant) {
    return of(variant)
        .map(ratio -> new Figure(ratio.value(), ratio.low95(), ratio.high95(), Unit.RATIO));
  }

  /** Returns true if no difference was detected: the 95 % interval contains 1. */
  static boolean holdsOne(Ratio ratio) {
    return ratio.low95() <= 1 && ratio.high95() >= 1;
  }
}
