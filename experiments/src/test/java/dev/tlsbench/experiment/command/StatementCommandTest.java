package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements of the user's on PostgreSQL, of which no output shows a literal. */
@Tag("any-jdk")
@Timeout(180)
@ExtendWith(ThreadForks.class)
class StatementCommandTest {
  private static final EmbeddedServer SERVER = SharedServers.postgres();
  private static final String SECRET = "hunter2secret";
  private static final String QUERY =
      "--statement=SELECT i, '" + SECRET + "' FROM generate_series(1, 2) i WHERE i < ?";

  @TempDir private Path directory;

  private CommandRun run(String command, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command, SERVER.url()));
    arguments.addAll(List.of("--output", directory.toString(), "--forks=1", "--epochs=3"));
    arguments.addAll(List.of("--window=20ms", "--warm-up=100ms", "--verbose"));
    arguments.addAll(List.of(more));
    CommandRun run = CommandRun.whole(System.getenv(), arguments.toArray(String[]::new));
    assertThat(run.out() + run.err()).doesNotContain(SECRET);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
      }
    }
    return run;
  }

  @Test
  void showsRowsBytesAndTextOfAStatement() throws IOException {
    run("compare", QUERY, "--parameters=1..2").measured();

    Path folder = CommandRun.folder(directory);
    JsonNode result = CommandRun.result(folder, "result");
    assertThat(result.at("/setup/workload/statement").asText())
        .isEqualTo("SELECT i, ? FROM generate_series(?, ?) i WHERE i < ? -- parameters: 1..2");
    for (JsonNode variant : result.at("/points/0/variants")) {
      assertThat(variant.at("/work/emptyRepliesPercent").asDouble()).isBetween(20.0, 80.0);
      assertThat(variant.at("/work/errors").asLong()).isZero();
    }
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("rows a reply", "empty replies", "SELECT i, ? FROM");
  }

  @Test
  void measuresLongRepliesAndSeveralStatementsOverAnAxis() throws IOException {
    Path file = directory.resolve("two.sql");
    Files.writeString(file, "SELECT 1;\n-- parameters: 2..2\nSELECT repeat('x', ?);\n");

    run("bulk", "--statements=" + file, "--variant=plain,tls13", "--axis=threads=1,2").measured();

    Files.delete(file);
    JsonNode points = CommandRun.result(CommandRun.folder(directory), "result").at("/points");
    assertThat(points).hasSize(2);
    assertThat(points.at("/1/variants/0/operations").findValuesAsText("name"))
        .containsExactlyInAnyOrder("STATEMENT-1", "STATEMENT-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--read=values", "--size=1m", "--values=20"})
  void isNoWorkloadOfLongReadsToo(String option) throws IOException {
    CommandRun run = run("bulk", "--statement=SELECT 1", option);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(option.replaceFirst("=.*", ": --statement is the workload"));
  }

  @Test
  void mustNotBeUsedWithoutARow() throws IOException {
    CommandRun run = run("compare", QUERY, "--parameters=-5..0");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out()).contains("no reply had a row");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--parameters=1..2,3..4|parameters in it: 1, with values: 2",
        "--parameters=nobody{1..2}|refused by the server: ",
        "--parameters=1..3000000000|refused by the server: ",
        "--parameters=" + SECRET + "|neither a range such as",
        "--statement=SELECT nothing('"
            + SECRET
            + "')|statement 2: refused by the server: ERROR: function",
        "--statement=SELECT 1 FROM '" + SECRET + "'|ERROR: syntax error at or near",
        "--statement=DELETE FROM t|DELETE may write",
        "--statements=/dev/null|statement: there is none",
        "--axis=size|--axis size: the size of records",
        "-p=workload=site.ycsb.workloads.CoreWorkload|workload: --statement and --statements are the workload"
      })
  void isRefusedBeforeItIsMeasured(String more, String words) throws IOException {
    CommandRun run =
        more.startsWith("--parameters")
            ? run("compare", QUERY, more)
            : run("compare", QUERY, "--parameters=1..2", more);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(words);
    assertThat(run.out()).isEmpty();
  }
}
