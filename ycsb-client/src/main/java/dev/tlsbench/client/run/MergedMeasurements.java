package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.ycsb.session.TlsSection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * The measurements of all parts of a run. Histograms are added up, so that percentiles are computed
 * from one histogram of all operations.
 */
final class MergedMeasurements {
  private static final String RETURN = "Return=";
  private static final String RUN_TIME = "RunTime(ms)";
  private static final Set<String> OPERATIONS =
      Set.of("READ", "UPDATE", "INSERT", "SCAN", "DELETE");

  private final double[] percentiles;
  private final Map<String, Histogram> series = new TreeMap<>();
  private final Map<String, Map<String, Long>> statuses = new TreeMap<>();
  private final Map<NegotiatedTls, Long> handshakes = new LinkedHashMap<>();
  private final Map<String, Long> logins = new LinkedHashMap<>();
  private final List<Part> parts = new ArrayList<>();

  /** The totals of one part: its final totals, or else the sum of its intervals so far. */
  private static final class Part {
    private long soFar;
    private long lastMillis;
    private ClusterMessage.@Nullable Result result;

    long operations() {
      return result == null ? soFar : result.operations();
    }

    long rows() {
      return result == null ? 0 : result.rows();
    }

    long millis() {
      return result == null ? lastMillis : result.millis();
    }
  }

  MergedMeasurements(Properties properties, int parts) {
    for (int i = 0; i < parts; i++) {
      this.parts.add(new Part());
    }
    String given = properties.getProperty("hdrhistogram.percentiles", "95,99");
    percentiles = Arrays.stream(given.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  static Histogram decode(String histogram) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: " + histogram, e);
    }
  }

  /** Adds an interval of a series. */
  synchronized void interval(ClusterMessage.Interval interval) {
    String name = interval.series();
    Histogram values = decode(interval.histogram());
    series
        .computeIfAbsent(name, absent -> new Histogram(values.getNumberOfSignificantValueDigits()))
        .add(values);
    Part own = parts.get(interval.part());
    own.lastMillis = Math.max(own.lastMillis, Math.round(1e3 * interval.endSeconds()));
    if (OPERATIONS.contains(name)) {
      own.soFar += values.getTotalCount();
    } else if (name.equals("READ-MODIFY-WRITE")) {
      // One operation, with a READ and an UPDATE.
      own.soFar -= values.getTotalCount();
    }
  }

  /** Sets the totals of a part that has ended. */
  synchronized void result(ClusterMessage.Result result) {
    parts.get(result.part()).result = result;
    result
        .statuses()
        .forEach(
            (operation, counts) ->
                counts.forEach(
                    (status, count) ->
                        statuses
                            .computeIfAbsent(operation, absent -> new TreeMap<>())
                            .merge(status, count, Long::sum)));
    for (ClusterMessage.Handshakes more : result.handshakes()) {
      handshakes.merge(more.outcome(), more.count(), Long::sum);
    }
    result.logins().forEach((how, count) -> logins.merge(how, count, Long::sum));
  }

  /** Returns the TLS section of all parts; empty if none has ended. */
  List<String> section() {
    return parts.stream()
        .flatMap(part -> Stream.ofNullable(part.result))
        .findFirst()
        .map(any -> TlsSection.lines(any.tls(), handshakes, logins))
        .orElse(List.of());
  }

  long handshakes(boolean resumed) {
    return handshakes.entrySet().stream()
        .filter(entry -> entry.getKey().resumed() == resumed)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Returns operations, rows, and the duration of the slowest part. */
  RunTotals totals() {
    return new RunTotals(
        operations(),
        parts.stream().mapToLong(Part::rows).sum(),
        Math.max(1, parts.stream().mapToLong(Part::millis).max().orElse(1)),
        null);
  }

  /** Returns the number of operations so far, on any thread. */
  synchronized long operations() {
    return parts.stream().mapToLong(Part::operations).sum();
  }

  /** Returns the number of operations that a part has reported so far. */
  long operations(int part) {
    return parts.get(part).operations();
  }

  /**
   * Exports all measurements, as YCSB exports those of one client.
   *
   * @param each true to export operations and throughput of each part too
   */
  void exportTo(MeasurementsExporter to, boolean each) throws IOException {
    Report.overall(totals(), to);
    for (int i = 0; each && i < parts.size(); i++) {
      Part part = parts.get(i);
      String name = "EXECUTOR " + i;
      to.write(name, "Operations", part.operations());
      to.write(name, RUN_TIME, part.millis());
      to.write(name, "Throughput(ops/sec)", part.operations() * 1e3 / Math.max(1, part.millis()));
    }
    Set<String> names = new LinkedHashSet<>(series.keySet());
    names.addAll(statuses.keySet());
    for (String name : names) {
      Histogram values = series.get(name);
      if (values != null) {
        exportTo(to, name, values);
      }
      for (Map.Entry<String, Long> status : statuses.getOrDefault(name, Map.of()).entrySet()) {
        to.write(name, RETURN + status.getKey(), status.getValue());
      }
    }
  }

  private void exportTo(MeasurementsExporter to, String name, Histogram values) throws IOException {
    to.write(name, "Operations", values.getTotalCount());
    to.write(name, "AverageLatency(us)", values.getMean());
    to.write(name, "MinLatency(us)", values.getMinValue());
    to.write(name, "MaxLatency(us)", values.getMaxValue());
    for (double percentile : percentiles) {
      to.write(
          name,
          ordinal(percentile) + "PercentileLatency(us)",
          values.getValueAtPercentile(percentile));
    }
  }

  /** Returns the percentile in YCSB's form: 95th, 99.9. */
  private static String ordinal(double percentile) {
    int whole = (int) percentile;
    if (whole != percentile) {
      return Double.toString(percentile);
    }
    int last = whole % 100 >= 11 && whole % 100 <= 13 ? 0 : whole % 10;
    return whole
        + switch (last) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }
}
