package dev.tlsbench.client.run;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/** Writes measurements as {@link PartLines}. YCSB makes it by its name. */
public final class PartExporter implements MeasurementsExporter {
  private final PartLines lines;

  /**
   * @param out receives the lines
   */
  public PartExporter(OutputStream out) {
    lines = new PartLines(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  @Override
  public void write(String metric, String measurement, int value) {
    lines.line(PartLines.VALUE, metric, measurement, Integer.toString(value));
  }

  @Override
  public void write(String metric, String measurement, long value) {
    lines.line(PartLines.VALUE, metric, measurement, Long.toString(value));
  }

  @Override
  public void write(String metric, String measurement, double value) {
    lines.line(PartLines.VALUE, metric, measurement, Double.toString(value));
  }

  @Override
  public void close() {
    // The caller closes the stream.
  }
}
