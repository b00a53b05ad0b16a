package dev.tlsbench.report.folder;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Histograms as the tools of HdrHistogram read them: one interval each, told apart by its tag. */
public final class HistogramLog {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private HistogramLog() {}

  /**
   * Writes a log.
   *
   * @param started the start of every interval
   * @param seconds their length
   * @param nanos by tag; what a tag must not hold (comma, space, line break) becomes a low line
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
