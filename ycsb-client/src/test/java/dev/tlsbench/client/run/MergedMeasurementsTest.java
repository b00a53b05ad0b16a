package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterMessage.Handshakes;
import dev.tlsbench.client.cluster.JsonLine;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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
      merged.interval(interval(random.nextInt(PARTS), "READ", interval, i));
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
    merged.result(result(0, 1000, 2000, Map.of("OK", 900L)));
    merged.result(result(1, 1000, 4000, Map.of("OK", 950L, "ERROR", 50L)));

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

  private static ClusterMessage.Interval interval(
      int part, String series, Histogram values, double endSeconds) {
    ByteBuffer buffer = ByteBuffer.allocate(values.getNeededByteBufferCapacity());
    int length = values.encodeIntoCompressedByteBuffer(buffer);
    return new ClusterMessage.Interval(
        part,
        series,
        endSeconds,
        Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
  }

  private static ClusterMessage.Result result(
      int part,
      long operations,
      long millis,
      Map<String, Long> statuses,
      Handshakes... handshakes) {
    return new ClusterMessage.Result(
        part,
        operations,
        0,
        millis,
        Map.of("READ", statuses),
        true,
        List.of(handshakes),
        Map.of("direct TLS, SCRAM", operations));
  }

  private static Handshakes handshakes(String protocol, boolean resumed, long count) {
    NegotiatedTls outcome =
        new NegotiatedTls(
            TlsProvider.JDK,
            protocol,
            "SUITE",
            null,
            resumed,
            false,
            new NegotiatedTls.Peer("CN=a", "CN=b", Instant.EPOCH));
    return new Handshakes(outcome, count);
  }

  @Test
  void addsUpHandshakesAndKeepsWhatDiffers() {
    MergedMeasurements merged = new MergedMeasurements(new Properties(), 2);
    assertThat(merged.section()).isEmpty();
    merged.result(
        result(0, 1, 1, Map.of(), handshakes("TLSv1.3", false, 2), handshakes("TLSv1.3", true, 1)));
    merged.result(
        result(
            1, 1, 1, Map.of(), handshakes("TLSv1.2", false, 3), handshakes("TLSv1.3", false, 1)));

    assertThat(merged.section())
        .containsExactly(
            "[TLS], Enabled, true",
            "[TLS], Provider, jdk",
            "[TLS], Protocol, TLSv1.3",
            "[TLS], Protocol, TLSv1.2",
            "[TLS], CipherSuite, SUITE",
            "[TLS], Outcome, 4 x TLSv1.3 SUITE",
            "[TLS], Outcome, 3 x TLSv1.2 SUITE",
            "[TLS], HandshakesFull, 6",
            "[TLS], HandshakesResumed, 1",
            "[TLS], HelloRetryRequests, 0",
            "[TLS], PeerSubject, CN=a",
            "[TLS], PeerIssuer, CN=b",
            "[TLS], PeerNotAfter, 1970-01-01T00:00:00Z",
            "[TLS], LogIn, 2 x direct TLS, SCRAM");
    assertThat(merged.handshakes(false)).isEqualTo(6);
  }

  /** A part is another process. */
  @Test
  void aResultArrivesAsItWasSent() {
    ClusterMessage sent =
        result(
            0, 1, 2, Map.of("OK", 3L), handshakes("TLSv1.3", false, 4), handshakes("é\n", true, 5));

    String line = JsonLine.of(sent);

    assertThat(line).isPrintable().matches("\\p{ASCII}+");
    assertThat(JsonLine.parse(line, ClusterMessage.class)).isEqualTo(sent);
  }

  @Test
  void keepsWhatALostPartHasReported() throws IOException {
    MergedMeasurements merged = new MergedMeasurements(new Properties(), 2);
    Histogram reads = new Histogram(3);
    reads.recordValueWithCount(100, 30);
    Histogram both = new Histogram(3);
    both.recordValueWithCount(7, 10);
    merged.interval(interval(1, "READ", reads, 0.4));
    merged.interval(interval(1, "UPDATE", both, 0.4));
    merged.interval(interval(1, "READ-MODIFY-WRITE", both, 0.5));

    assertThat(merged.operations(1)).as("a read-modify-write is one operation").isEqualTo(30);
    assertThat(lines(merged, true)).contains("[EXECUTOR 1], Throughput(ops/sec), 60.0");
  }
}
