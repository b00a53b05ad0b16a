package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.measurements.OneMeasurementHdrHistogram;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/** Measurements of several parts, exported as those of one client. */
class MergedMeasurementsTest {
  private static final int PARTS = 4;

  private static Properties percentiles() {
    Properties properties = new Properties();
    properties.setProperty("hdrhistogram.percentiles", "1,50,82,93,95,99,99.9,99.99");
    return properties;
  }

  /** The lines that YCSB's own series writes are those of the merged one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void percentilesAreThoseOfOneHistogramOfAllValues(long seed) throws IOException {
    Random random = new Random(seed);
    OneMeasurementHdrHistogram whole = new OneMeasurementHdrHistogram("READ", percentiles());
    MergedMeasurements merged = new MergedMeasurements(percentiles(), PARTS);
    int intervals = 1 + random.nextInt(20);
    for (int i = 0; i < intervals; i++) {
      Histogram interval = new Histogram(3);
      int values = 1 + random.nextInt(500);
      for (int j = 0; j < values; j++) {
        int micros = (int) Math.exp(random.nextDouble() * 18);
        whole.measure(micros);
        interval.recordValue(micros);
      }
      merged.histogram(random.nextInt(PARTS), "READ", interval, 1000L * i);
    }

    assertThat(lines(merged, false)).containsAll(lines(whole)).hasSize(lines(whole).size() + 2);
  }

  private static List<String> lines(OneMeasurementHdrHistogram series) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TextMeasurementsExporter exporter = new TextMeasurementsExporter(out)) {
      series.exportMeasurements(exporter);
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<String> lines(MergedMeasurements merged, boolean each) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TextMeasurementsExporter exporter = new TextMeasurementsExporter(out)) {
      merged.exportTo(exporter, each);
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void addsUpOperationsAndTakesTheLongestTime() throws IOException {
    MergedMeasurements merged = new MergedMeasurements(new Properties(), 2);
    merged.value(0, "OVERALL", "RunTime(ms)", "2000");
    merged.value(0, "OVERALL", "Throughput(ops/sec)", "500.0");
    merged.value(1, "OVERALL", "RunTime(ms)", "4000");
    merged.value(1, "OVERALL", "Throughput(ops/sec)", "250.0");
    merged.value(0, "READ", "Return=OK", "900");
    merged.value(1, "READ", "Return=OK", "950");
    merged.value(1, "READ", "Return=ERROR", "50");

    assertThat(lines(merged, true))
        .contains(
            "[OVERALL], RunTime(ms), 4000",
            "[OVERALL], Throughput(ops/sec), 500.0",
            "[EXECUTOR 0], Operations, 1000",
            "[EXECUTOR 0], Throughput(ops/sec), 500.0",
            "[EXECUTOR 1], Operations, 1000",
            "[EXECUTOR 1], Throughput(ops/sec), 250.0",
            "[READ], Return=OK, 1850",
            "[READ], Return=ERROR, 50");
  }

  @Test
  void addsUpHandshakesAndKeepsWhatDiffers() {
    MergedMeasurements merged = new MergedMeasurements(new Properties(), 2);
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      merged.tls("[TLS], Enabled, true");
      merged.tls("[TLS], Protocol, " + protocol);
      merged.tls("[TLS], Outcome, 2 x TLSv1.3 full");
      merged.tls("[TLS], HandshakesFull, 2");
      merged.tls("[TLS], HandshakesResumed, 1");
    }

    assertThat(merged.section())
        .containsExactly(
            "[TLS], Enabled, true",
            "[TLS], Protocol, TLSv1.3",
            "[TLS], Protocol, TLSv1.2",
            "[TLS], Outcome, 4 x TLSv1.3 full",
            "[TLS], HandshakesFull, 4",
            "[TLS], HandshakesResumed, 2");
    assertThat(merged.handshakes("HandshakesFull")).isEqualTo(4);
  }

  @Test
  void keepsWhatALostPartHasReported() throws IOException {
    MergedMeasurements merged = new MergedMeasurements(new Properties(), 2);
    Histogram reads = new Histogram(3);
    reads.recordValueWithCount(100, 30);
    Histogram both = new Histogram(3);
    both.recordValueWithCount(7, 10);
    merged.histogram(1, "READ", reads, 400);
    merged.histogram(1, "UPDATE", both, 400);
    merged.histogram(1, "READ-MODIFY-WRITE", both, 500);

    assertThat(merged.operations(1)).as("a read-modify-write is one operation").isEqualTo(30);
    assertThat(lines(merged, true)).contains("[EXECUTOR 1], Throughput(ops/sec), 60.0");
  }
}
