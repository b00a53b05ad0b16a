package dev.tlsbench.measure.result;

import dev.tlsbench.report.stats.Interval;
import java.util.Optional;

/** Metrics of comparison, in the order of reports. */
public enum Metric {
  TYPICAL("typical", "time of a typical operation"),
  /** The mean time of an operation without stalls; present only if it leads. */
  TRIMMED_MEAN("trimmedMean", "mean time of an operation without stalls"),
  THROUGHPUT("throughput", "throughput"),
  MEAN("mean", "mean latency"),
  P50("p50", "median latency"),
  P95("p95", "95th percentile"),
  P99("p99", "99th percentile"),
  P999("p999", "99.9th percentile"),
  CLIENT_CPU("clientCpu", "client CPU per operation"),
  SERVER_CPU("serverCpu", "server CPU per operation");

  private final String key;
  private final String title;

  Metric(String key, String title) {
    this.key = key;
    this.title = title;
  }

  public String key() {
    return key;
  }

  public String title() {
    return title;
  }

  public Optional<Interval> of(VariantResult variant) {
    return Optional.ofNullable(variant.ratios().get(key));
  }
}
