package dev.tlsbench.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Place and format of the result, for every exporter of YCSB. */
@Tag("any-jdk")
class ReportTest {
  private static final String EXPORTERS = "site.ycsb.measurements.exporter.";

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mongo();
  }

  @Test
  void writesOneJsonArrayToStandardOutput() throws Exception {
    Outcome load = load("array", "exporter=" + EXPORTERS + "JSONArrayMeasurementsExporter");

    JsonNode array = new ObjectMapper().readTree(load.out());
    assertThat(array.isArray()).isTrue();
    assertThat(array.findValuesAsText("metric"))
        .contains("OVERALL", "INSERT", "CONNECT", "HANDSHAKE-FULL", "TLS");
    assertThat(load.err()).contains("[TLS], Protocol, TLSv1.3");
  }

  @Test
  void writesJsonObjectsAndNothingElseToStandardOutput() throws Exception {
    Outcome load = load("objects", "exporter=" + EXPORTERS + "JSONMeasurementsExporter");

    MappingIterator<JsonNode> objects =
        new ObjectMapper().readerFor(JsonNode.class).readValues(load.out());
    List<String> metrics = new ArrayList<>();
    while (objects.hasNext()) {
      metrics.add(objects.next().get("metric").textValue());
    }
    assertThat(metrics).contains("OVERALL", "INSERT", "CONNECT", "TLS");
    assertThat(load.err()).contains("[TLS], Protocol, TLSv1.3");
  }

  @Test
  void writesTheSectionIntoTheSameFileAsTheText() throws Exception {
    Path file = directory.resolve("result.txt");
    Files.writeString(file, "of an earlier run");
    Outcome load = load("file", "exportfile=" + file);

    assertThat(load.out()).isEmpty();
    assertThat(Files.readAllLines(file))
        .startsWith(Files.readAllLines(file).get(0))
        .contains("[INSERT], Return=OK, 20", "[TLS], Protocol, TLSv1.3")
        .noneMatch(line -> line.contains("earlier"));
  }

  @Test
  void writesHistogramLogsThatCanBeRead() throws Exception {
    load("hdr", "hdrhistogram.fileoutput=true", "hdrhistogram.output.path=" + directory + "/h-");

    assertThat(directory.resolve("h-INSERT.hdr")).isNotEmptyFile();
    assertThat(directory.resolve("h-HANDSHAKE-FULL.hdr")).isNotEmptyFile();
    HistogramLogReader log = new HistogramLogReader(directory.resolve("h-CONNECT.hdr").toFile());
    EncodableHistogram histogram = log.nextIntervalHistogram();
    assertThat(histogram.getMaxValueAsDouble()).isPositive();
    log.close();
  }

  @Test
  void measuresFromTheIntendedStartToo() throws Exception {
    Outcome load = load("both", "measurement.interval=both", "target=1000");

    assertThat(load.lines("[Intended-INSERT], Operations")).hasSize(1);
    assertThat(load.lines("[INSERT], Operations")).hasSize(1);
    assertThat(load.lines("[CONNECT], Operations")).hasSize(1);
  }

  @Test
  void hasTheSeriesOfConnectionsWithIntendedStartsOnly() throws Exception {
    Outcome load = load("intended", "measurement.interval=intended");

    assertThat(load.lines("[CONNECT], Operations")).hasSize(1);
    assertThat(load.lines("[HANDSHAKE-FULL], Operations")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"histogram", "timeseries", "raw", "hdrhistogram+histogram"})
  void hasTheSeriesOfConnectionsInEveryTypeOfMeasurement(String type) throws Exception {
    Outcome load =
        load(
            "type-" + type.replace('+', '-'),
            "measurementtype=" + type,
            // Otherwise to the standard output of this JVM.
            "measurement.raw.output_file=" + directory.resolve("raw"));

    assertThat(load.out()).contains("CONNECT]", "HANDSHAKE-FULL]");
    assertThat(load.out().strip().lines().reduce((first, last) -> last))
        .hasValueSatisfying(last -> assertThat(last).startsWith("[TLS], PeerNotAfter"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"measurementtype=best", "measurement.interval=never", "exporter=Xml"})
  void refusesWhatYcsbDoesNotHave(String property) throws Exception {
    Outcome load = client("refused", property);

    assertThat(load.exitCode()).isEqualTo(2);
    assertThat(load.err().lines()).singleElement().asString().startsWith("ycsb: ");
    assertThat(load.out()).isEmpty();
  }

  @Test
  void saysThatStandardOutputIsFull() throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    LocalClient.forgetMeasurements();
    int exitCode;
    try (PrintStream full = new PrintStream(new FileOutputStream("/dev/full"), false, UTF_8)) {
      exitCode =
          new YcsbClient(full, new PrintStream(err, true, UTF_8), System.getenv())
              .run(arguments("full").toArray(new String[0]));
    }
    LocalClient.forgetMeasurements();

    assertThat(err.toString(UTF_8)).contains("ycsb: standard output cannot be written");
    assertThat(exitCode).isEqualTo(4);
  }

  @Test
  void givesTheResultToStandardOutputIfItsFileIsFull() throws Exception {
    Outcome load = client("full-file", "exportfile=/dev/full");

    assertThat(load.exitCode()).isEqualTo(4);
    assertThat(load.err()).contains("ycsb: exportfile: /dev/full cannot be written; the result is");
    assertThat(load.lines("[INSERT], Return=OK")).hasSize(1);
  }

  @Test
  void saysThatAHistogramLogOrRawFileIsFull() throws Exception {
    Files.createSymbolicLink(directory.resolve("f-INSERT.hdr"), Path.of("/dev/full"));
    Outcome log =
        client(
            "full-log",
            "hdrhistogram.fileoutput=true",
            "hdrhistogram.output.path=" + directory + "/f-",
            "measurementtype=hdrhistogram");
    assertThat(log.err()).contains("f-INSERT.hdr is not complete");
    assertThat(log.exitCode()).isEqualTo(4);

    Outcome raw =
        client("full-raw", "measurementtype=raw", "measurement.raw.output_file=/dev/full");
    assertThat(raw.err()).contains("/dev/full is not complete");
    assertThat(raw.exitCode()).isEqualTo(4);
  }

  private Outcome load(String table, String... properties) throws Exception {
    Outcome load = client(table, properties);
    assertThat(load.exitCode()).as(load.err()).isZero();
    return load;
  }

  private Outcome client(String table, String... properties) {
    return new LocalClient(directory).run(arguments(table, properties).toArray(new String[0]));
  }

  private static List<String> arguments(String table, String... properties) {
    List<String> arguments =
        new ArrayList<>(List.of("load", "mongodb-tls", "-p", "mongodb.url=" + server.url()));
    arguments.addAll(List.of("-p", "workload=site.ycsb.workloads.CoreWorkload"));
    arguments.addAll(List.of("-p", "recordcount=20", "-p", "table=" + table));
    for (String property : properties) {
      arguments.addAll(List.of("-p", property));
    }
    return arguments;
  }
}
