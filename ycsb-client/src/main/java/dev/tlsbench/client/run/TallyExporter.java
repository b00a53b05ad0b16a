package dev.tlsbench.client.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.Status;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * Forwards measurements to another exporter and collects their statuses.
 *
 * <p>A second export of the measurements would print raw data twice.
 */
final class TallyExporter implements MeasurementsExporter {
  private static final String RETURN = "Return=";
  private static final Set<String> SUCCESSES =
      Set.of(Status.OK.getName(), Status.BATCHED_OK.getName());

  private final MeasurementsExporter exporter;
  private final Map<String, Map<String, Long>> statuses = new LinkedHashMap<>();

  TallyExporter(MeasurementsExporter exporter) {
    this.exporter = exporter;
  }

  /** Returns the count of each failure status by operation, such as {@code READ ERROR}. */
  Map<String, Long> failures() {
    Map<String, Long> failures = new LinkedHashMap<>();
    statuses.forEach(
        (operation, counts) ->
            counts.forEach(
                (status, count) -> {
                  if (!SUCCESSES.contains(status)) {
                    failures.put(operation + " " + status, count);
                  }
                }));
    return failures;
  }

  /** Returns the number of successes of an operation. */
  long successes(String operation) {
    return statuses.getOrDefault(operation, Map.of()).getOrDefault(Status.OK.getName(), 0L);
  }

  /** Returns the count of each status, by operation. */
  Map<String, Map<String, Long>> statuses() {
    return statuses;
  }

  @Override
  public void write(String metric, String measurement, int value) throws IOException {
    count(metric, measurement, value);
    exporter.write(metric, measurement, value);
  }

  @Override
  public void write(String metric, String measurement, long value) throws IOException {
    count(metric, measurement, value);
    exporter.write(metric, measurement, value);
  }

  @Override
  public void write(String metric, String measurement, double value) throws IOException {
    exporter.write(metric, measurement, value);
  }

  @Override
  public void close() throws IOException {
    exporter.close();
  }

  private void count(String metric, String measurement, long value) {
    if (measurement.startsWith(RETURN)) {
      statuses
          .computeIfAbsent(metric, absent -> new LinkedHashMap<>())
          .merge(measurement.substring(RETURN.length()), value, Long::sum);
    }
  }
}
