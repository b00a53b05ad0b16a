package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Long reads from real servers. */
@Tag("any-jdk")
@Timeout(180)
@ExtendWith(ThreadForks.class)
class BulkCommandTest {
  /** Ten fields of a hundred bytes each, and a key of "user" and up to 19 digits. */
  private static final long LEAST_RECORD = 1_000;

  private static final long MOST_RECORD = 1_400;

  @TempDir private Path directory;

  private ShortRun bulk(String url, String... more) {
    return ShortRun.of(directory, "bulk", url, more);
  }

  private static void assertMoved(JsonNode result, double bytes) {
    for (JsonNode variant : result.at("/points/0/variants")) {
      assertThat(variant.at("/work/bytesPerOperation").asDouble()).isEqualTo(bytes);
      assertThat(variant.at("/work/operations").asLong()).isPositive();
      assertThat(variant.at("/work/errors").asLong()).isZero();
      assertThat(variant.at("/resources/clientCpuMicrosPerOperation").asDouble()).isPositive();
    }
  }

  @Test
  void readsLongValuesThatItLoadedAndComparesSuites() throws IOException {
    ShortRun run = bulk(SharedServers.mongo().url(), "--load --size 64k --values 3").ended();

    JsonNode result = run.result();
    assertMoved(result, 65_536);
    assertThat(result.at("/experiment").asText()).isEqualTo("bulk");
    assertThat(result.at("/points/0/variants").findValuesAsText("name"))
        .containsExactly(
            "plain", "control", "tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20");
    assertThat(run.folder().resolve("report.md")).content().contains("client CPU s/GB");
  }

  @Test
  @Tag("full")
  void dumpsATable() throws IOException {
    ShortRun run =
        bulk(SharedServers.mySql().url(), "--read dump --load --variant plain,tls13").ended();
    JsonNode result = run.result();
    assertThat(run.run().out()).contains("MB/s");
    assertThat(run.run().err())
        .contains("this workload reads bulk_dump on the server")
        .doesNotContain("[TLS]");
    double bytes = result.at("/points/0/variants/0/work/bytesPerOperation").asDouble();
    assertThat(bytes).isBetween(50.0 * LEAST_RECORD, 50.0 * MOST_RECORD);
    assertMoved(result, bytes);
  }

  @Test
  @Tag("full")
  void scansACollection() throws IOException {
    JsonNode result =
        bulk(SharedServers.mongo().url(), "--read dump --load --variant plain,tls13")
            .ended()
            .result();
    double bytes = result.at("/points/0/variants/0/work/bytesPerOperation").asDouble();
    assertThat(bytes).isBetween(50.0 * LEAST_RECORD, 50.0 * MOST_RECORD);
    assertMoved(result, bytes);
  }

  @Tag("full")
  @Test
  void asksForAValueThatIsInNoTable() throws IOException {
    asksForAValueThatIsInNoTable(SharedServers.mySql().url());
  }

  @Tag("full")
  @Test
  void readsPostgresByCopyAndWithoutATable() throws IOException {
    EmbeddedServer server = SharedServers.postgres();
    String[] dump = {"--read", "dump", "--load", "--variant", "plain,tls13", "-p"};
    JsonNode rows =
        ShortRun.of(directory.resolve("rows"), "bulk", server.url(), with(dump, "x=y"))
            .ended()
            .result();
    JsonNode copy =
        ShortRun.of(directory.resolve("copy"), "bulk", server.url(), with(dump, "dump.export=true"))
            .ended()
            .result();
    double bytes = rows.at("/points/0/variants/0/work/bytesPerOperation").asDouble();
    assertMoved(rows, bytes);
    assertThat(copy.at("/points/0/variants/0/work/bytesPerOperation").asDouble())
        .as("bytes in hexadecimal")
        .isGreaterThan(1.9 * bytes);
    asksForAValueThatIsInNoTable(server.url());
  }

  @Tag("full")
  @Test
  void readsCassandraByKeyAndByPages() throws IOException {
    String url = SharedServers.cassandra().url();
    String[] both = {"--load", "--variant", "plain,tls13"};
    assertMoved(
        ShortRun.of(directory.resolve("values"), "bulk", url, with(both, "--size=64k --values=3"))
            .ended()
            .result(),
        65_536);
    JsonNode dump =
        ShortRun.of(directory.resolve("dump"), "bulk", url, with(both, "--read=dump"))
            .ended()
            .result();
    double bytes = dump.at("/points/0/variants/0/work/bytesPerOperation").asDouble();
    assertThat(bytes).isBetween(50.0 * LEAST_RECORD, 50.0 * MOST_RECORD);
    assertMoved(dump, bytes);
  }

  @Tag("full")
  @Test
  void refusesReadsThatCassandraLacks() {
    String url = SharedServers.cassandra().url();
    assertThat(bulk(url, "--read repeat").run())
        .satisfies(
            run -> {
              assertThat(run.exitCode()).isEqualTo(2);
              assertThat(run.err())
                  .contains("--read repeat: not supported for Cassandra; choose values or dump");
            });
    assertThat(bulk(url, "--read dump -p table=nonesuch").run())
        .satisfies(
            run -> {
              assertThat(run.exitCode()).isEqualTo(2);
              assertThat(run.err()).contains("no table nonesuch; --load creates");
            });
    assertThat(bulk(url, "--read dump --load -p dump.export=true").run())
        .satisfies(
            run -> {
              assertThat(run.exitCode()).isEqualTo(2);
              assertThat(run.err().lines())
                  .last()
                  .asString()
                  .contains("dump.export: this database has no export");
            });
    assertThat(directory).isEmptyDirectory();
  }

  private static String[] with(String[] arguments, String... more) {
    return Stream.of(arguments, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private void asksForAValueThatIsInNoTable(String url) throws IOException {
    JsonNode result =
        ShortRun.of(
                directory.resolve("repeat"),
                "bulk",
                url,
                "--read repeat --size 1000000 --variant plain,tls13")
            .ended()
            .result();
    assertMoved(result, 1_000_000);
  }

  @Test
  void refusesUnknownAndUnsupportedReads() {
    String mongo = SharedServers.mongo().url();
    assertRefused(mongo, "--read repeat", "--read repeat: ");
    assertRefused(mongo, "--read everything", "[VALUES, DUMP, REPEAT]");
    assertRefused(
        SharedServers.mySql().url(),
        "--read dump -p table=nonesuch",
        "no table nonesuch; --load creates");
    assertRefused(mongo, "--read dump -p table=nonesuch", "table: nonesuch is empty", "--load");
  }

  private void assertRefused(String url, String options, String... messages) {
    CommandRun run = bulk(url, options.split(" ")).run();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(messages);
  }

  @Test
  void refusesAWrongNumberBeforeAServerStarts() {
    CommandRun run = CommandRun.in(directory, "bulk", "--values 0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).isEqualTo("tlsbench: --values: 0 is below 1; give 1 or more\n");
  }

  @Test
  void failsWhereAValueIsLongerThanAPacketMayBe() {
    CommandRun run =
        bulk(SharedServers.mySql().url(), "--read repeat --size 1023m --variant plain,tls13").run();
    assertThat(run.exitCode()).isIn(3, 4);
    assertThat(run.out() + run.err()).contains("max_allowed_packet");
  }
}
