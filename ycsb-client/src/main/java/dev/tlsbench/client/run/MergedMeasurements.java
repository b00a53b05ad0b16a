package dev.tlsbench.client.run;

import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * The measurements of all parts of a run. Histograms are added up, so that percentiles are those of
 * one histogram of all operations.
 */
final class MergedMeasurements {
  private static final String RETURN = "Return=";
  private static final String OVERALL = "OVERALL";
  private static final String RUN_TIME = "RunTime(ms)";
  private static final String TLS = "[TLS], ";
  private static final String OUTCOME = "Outcome";
  private static final Set<String> OPERATIONS =
      Set.of("READ", "UPDATE", "INSERT", "SCAN", "DELETE");
  private static final Set<String> COUNTS =
      Set.of("HandshakesFull", "HandshakesResumed", "HelloRetryRequests");

  private final double[] percentiles;
  private final Map<String, Histogram> series = new TreeMap<>();
  private final Map<String, Map<String, Long>> statuses = new TreeMap<>();
  private final Map<String, Long> tlsCounts = new TreeMap<>();
  private final Map<String, Long> tlsOutcomes = new TreeMap<>();
  private final Set<String> tlsFacts = new LinkedHashSet<>();
  private final List<Part> parts = new ArrayList<>();

  /** Totals that one part has reported. */
  private static final class Part {
    private long operations;
    private long rows;
    private long millis;
    private long lastMillis;

    /** Returns the time that it reported at its end, or else that of its last interval. */
    long millis() {
      return millis == 0 ? lastMillis : millis;
    }
  }

  MergedMeasurements(Properties properties, int parts) {
    for (int i = 0; i < parts; i++) {
      this.parts.add(new Part());
    }
    String given = properties.getProperty("hdrhistogram.percentiles", "95,99");
    percentiles =
        Arrays.stream(given.split(",", -1))
            .mapToDouble(one -> RunProperties.decimal("hdrhistogram.percentiles", one, 0, 100))
            .toArray();
  }

  /**
   * Adds an interval of a series.
   *
   * @param endMillis the end of the interval, after the beginning of the series
   */
  void histogram(int part, String name, Histogram values, long endMillis) {
    series
        .computeIfAbsent(name, absent -> new Histogram(values.getNumberOfSignificantValueDigits()))
        .add(values);
    Part own = parts.get(part);
    own.lastMillis = Math.max(own.lastMillis, endMillis);
    if (OPERATIONS.contains(name)) {
      own.operations += values.getTotalCount();
    } else if (name.equals("READ-MODIFY-WRITE")) {
      // One operation, with a READ and an UPDATE.
      own.operations -= values.getTotalCount();
    }
  }

  /** Adds a value that a part has exported at its end. */
  void value(int part, String metric, String measurement, String value) {
    Part own = parts.get(part);
    if (measurement.startsWith(RETURN)) {
      statuses
          .computeIfAbsent(metric, absent -> new TreeMap<>())
          .merge(measurement.substring(RETURN.length()), Long.parseLong(value), Long::sum);
    } else if (metric.equals(OVERALL) && measurement.equals(RUN_TIME)) {
      own.millis = Long.parseLong(value);
    } else if (metric.equals(OVERALL)) {
      // Throughput: its operations are those of the workload, whatever series they have.
      own.operations = Math.round(Double.parseDouble(value) * own.millis / 1e3);
    } else if (metric.equals("ROWS") && measurement.equals("Count")) {
      own.rows = Long.parseLong(value);
    }
  }

  /** Adds a line of a part's section about TLS. */
  void tls(String line) {
    if (!line.startsWith(TLS)) {
      return;
    }
    String[] fields = line.substring(TLS.length()).split(", ", 2);
    if (COUNTS.contains(fields[0])) {
      tlsCounts.merge(fields[0], Long.parseLong(fields[1]), Long::sum);
    } else if (fields[0].equals(OUTCOME)) {
      String[] countAndOutcome = fields[1].split(" x ", 2);
      tlsOutcomes.merge(countAndOutcome[1], Long.parseLong(countAndOutcome[0]), Long::sum);
    } else {
      tlsFacts.add(line);
    }
  }

  /** Returns the section about TLS of all parts. */
  List<String> section() {
    List<String> lines = new ArrayList<>(tlsFacts);
    tlsOutcomes.forEach(
        (outcome, count) -> lines.add(TLS + OUTCOME + ", " + count + " x " + outcome));
    tlsCounts.forEach((fact, count) -> lines.add(TLS + fact + ", " + count));
    return lines;
  }

  long handshakes(String kind) {
    return tlsCounts.getOrDefault(kind, 0L);
  }

  /** Returns operations, rows, and the time of the part that took longest. */
  RunTotals totals() {
    return new RunTotals(
        parts.stream().mapToLong(part -> part.operations).sum(),
        parts.stream().mapToLong(part -> part.rows).sum(),
        Math.max(1, parts.stream().mapToLong(Part::millis).max().orElse(1)),
        null);
  }

  /** Returns the operations that a part has reported so far. */
  long operations(int part) {
    return parts.get(part).operations;
  }

  /**
   * Exports all, as YCSB exports the measurements of one client.
   *
   * @param each true to export operations and throughput of each part too
   */
  void exportTo(MeasurementsExporter to, boolean each) throws IOException {
    Report.overall(totals(), to);
    for (int i = 0; each && i < parts.size(); i++) {
      Part part = parts.get(i);
      String name = "EXECUTOR " + i;
      to.write(name, "Operations", part.operations);
      to.write(name, RUN_TIME, part.millis());
      to.write(name, "Throughput(ops/sec)", part.operations * 1e3 / Math.max(1, part.millis()));
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

  /** As YCSB writes it: 95th, 99.9. */
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
