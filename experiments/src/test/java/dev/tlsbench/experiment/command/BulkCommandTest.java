package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  private ShortRun bulk(String url, String more) {
    return ShortRun.of(directory, "bulk", url, more);
  }

  /** Returns the result of another command of the same test. */
  private JsonNode bulk(String folder, String url, String more) throws IOException {
    return ShortRun.of(directory.resolve(folder), "bulk", url, more).ended().result();
  }

  private static double bytes(JsonNode result) {
    return result.at("/points/0/variants/0/work/bytesPerOperation").asDouble();
  }

  /** Asserts that whole tables were read, as all variants did. */
  private static void assertDumped(JsonNode result) {
    assertDumped(result, 50);
  }

  private static void assertDumped(JsonNode result, int records) {
    assertThat(bytes(result))
        .isBetween((double) records * LEAST_RECORD, (double) records * MOST_RECORD);
    assertMoved(result, bytes(result));
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
    assertDumped(result);
  }

  @Test
  @Tag("full")
  void scansACollection() throws IOException {
    assertDumped(
        bulk("dump", SharedServers.mongo().url(), "--read dump --load --variant plain,tls13"));
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
    String dump = "--read dump --load --variant plain,tls13 -p ";
    JsonNode rows = bulk("rows", server.url(), dump + "status.interval=10");
    JsonNode copy = bulk("copy", server.url(), dump + "dump.export=true");
    assertMoved(rows, bytes(rows));
    assertThat(bytes(copy)).as("bytes in hexadecimal").isGreaterThan(1.9 * bytes(rows));
    asksForAValueThatIsInNoTable(server.url());
  }

  @Tag("full")
  @Test
  void readsCassandraByKeyAndByPages() throws IOException {
    String url = SharedServers.cassandra().url();
    String both = "--load --variant plain,tls13 ";
    assertMoved(bulk("values", url, both + "--size=64k --values=3"), 65_536);
    assertDumped(bulk("dump", url, both + "--read=dump"));
  }

  /** One reply is a record of TLS, several of them, or dozens. */
  @Tag("full")
  @Test
  void readsRedisByKeyAndByPages() throws IOException {
    String url = SharedServers.redis().url();
    String both = "--load --variant plain,tls13 ";
    for (int size : List.of(10, 1_000, 100_000, 1_000_000)) {
      assertMoved(bulk("values-" + size, url, both + "--values=3 --size=" + size), size);
    }
    assertDumped(bulk("dump", url, both + "--read=dump -p recordcount=150"), 150);
    assertRefused(url, "--read repeat", "--read repeat: not supported for Redis; choose");
    assertRefused(
        url, "--read dump --load -p dump.export=true", "dump.export: this database has no export");
  }

  @Tag("full")
  @Test
  void refusesReadsThatCassandraLacks() {
    String url = SharedServers.cassandra().url();
    assertRefused(
        url, "--read repeat", "--read repeat: not supported for Cassandra; choose values or dump");
    assertRefused(url, "--read dump -p table=nonesuch", "no table nonesuch; --load creates");
    assertRefused(
        url, "--read dump --load -p dump.export=true", "dump.export: this database has no export");
    assertThat(directory).isEmptyDirectory();
  }

  private void asksForAValueThatIsInNoTable(String url) throws IOException {
    assertMoved(
        bulk("repeat", url, "--read repeat --size 1000000 --variant plain,tls13"), 1_000_000);
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
    CommandRun run = bulk(url, options).run();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(messages);
  }

  @Test
  void failsWhereAValueIsLongerThanAPacketMayBe() {
    CommandRun run =
        bulk(SharedServers.mySql().url(), "--read repeat --size 1023m --variant plain,tls13").run();
    assertThat(run.exitCode()).isIn(3, 4);
    assertThat(run.out() + run.err()).contains("max_allowed_packet");
  }
}
