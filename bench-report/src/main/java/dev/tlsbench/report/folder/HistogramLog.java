package dev.tlsbench.report.folder;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes histograms in the log format of HdrHistogram: one tagged interval each. */
public final class HistogramLog {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private HistogramLog() {}

  /**
   * Returns the content of a log.
   *
   * @param nanos histograms by tag; commas, spaces and line breaks in a tag become underscores
   */
  public static byte[] bytes(Instant started, double seconds, Map<String, Histogram> nanos) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(bytes);
    log.outputLogFormatVersion();
    log.outputComment("[Latency in nanoseconds; the column of maxima is in milliseconds]");
    log.outputStartTime(started.toEpochMilli());
    log.setBaseTime(started.toEpochMilli());
    log.outputLegend();
    nanos.forEach(
        (tag, histogram) -> {
          Histogram tagged = histogram.copy();
          tagged.setTag(tag.replaceAll("[,\\s]", "_"));
          log.outputIntervalHistogram(0, seconds, tagged, NANOS_PER_MILLI);
        });
    log.close();
    return bytes.toByteArray();
  }
}
