package dev.tlsbench.client.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.Status;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * Hands measurements on to another exporter and counts the failures among them.
 *
 * <p>They cannot be counted apart: a second export would print raw data twice.
 */
final class TallyExporter implements MeasurementsExporter {
  private static final String RETURN = "Return=";

  private final MeasurementsExporter exporter;
  private final Map<String, Long> failures = new LinkedHashMap<>();

  TallyExporter(MeasurementsExporter exporter) {
    this.exporter = exporter;
  }

  /**
   * Returns the count of each status that is a failure, by operation, such as {@code READ ERROR}.
   */
  Map<String, Long> failures() {
    return failures;
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
      String status = measurement.substring(RETURN.length());
      if (!status.equals(Status.OK.getName()) && !status.equals(Status.BATCHED_OK.getName())) {
        failures.merge(metric + " " + status, value, Long::sum);
      }
    }
  }
}
