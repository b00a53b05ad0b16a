package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.Catalog;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code tlsbench run} on a user's definition, with as little to measure as possible. {@link
 * PublishedExperimentsTest} tests the catalog's definitions.
 */
@Tag("any-jdk")
@Timeout(300)
@ExtendWith(ThreadForks.class)
class RunCommandTest {
  /** The embedded MariaDB has no keys to encrypt tables with, and no RC4. */
  private static final String SMALL =
      """
      title: Small
      question: Does it run?
      source: nowhere
      system: none
      size: 10 rows
      bindings: [mysql-tls]
      steps:
        connect-TLSv1.2: connect --open-only --forks 1 --cores all --connections 6 --warm-up 0s -p tls.protocols=TLSv1.2
        connect-TLSv1.3: connect --open-only --forks 1 --cores all --connections 6 --warm-up 0s -p tls.protocols=TLSv1.3
        rc4: connect --open-only --forks 1 --cores all --connections 6 --warm-up 0s --variant tls12-rc4
        tables: >-
          compare --load --leave-out -P workloads/oltp_write_only -p tables=1 -p table_size=10
          --variant off:tls.enabled=false,oltp.table=small_off_,mysql.table.encryption=N
          --variant on:tls.enabled=false,oltp.table=small_on_,mysql.table.encryption=Y
          --baseline off --window 20ms --blocks 1 --forks 1 --epochs 2 --warm-up 100ms --jvm-arg=-XX:TieredStopAtLevel=1
      tables:
        - title: "6 connections of each kind"
          columns: [protocol, plain, full, resumed]
          rows:
            - [TLSv1.2, =connect-TLSv1.2:plain.totalTime, =connect-TLSv1.2:tls-full.totalTime, =connect-TLSv1.2:tls-resumed.totalTime]
            - [TLSv1.3, =connect-TLSv1.3:plain.totalTime, =connect-TLSv1.3:tls-full.totalTime, =connect-TLSv1.3:tls-resumed.totalTime]
            - [RC4, =rc4:plain.totalTime, =rc4:tls-full.totalTime, ""]
        - title: "Tables"
          columns: [rows, "off", "on"]
          rows:
            - ["10", =tables:off.rate, =tables:on.rate]
      differences:
        - "It is small."
      """;

  @TempDir private Path directory;

  @Test
  void runsEveryStepAndWritesFiguresAndOmissions() throws IOException {
    Path definition = Files.writeString(directory.resolve("small.yaml"), SMALL);
    Path output = directory.resolve("results");
    CommandRun command =
        CommandRun.in(output, "run", definition.toString(), SharedServers.mySql().url()).measured();

    assertThat(command.err()).contains("step 1 of 4, connect-TLSv1.2: ", "step 4 of 4, tables: ");
    ExperimentRun run = ExperimentRun.in(output);
    JsonNode result = run.result();
    assertThat(command.out())
        .contains("6 connections of each kind", run.folder().resolve("report.html").toString());
    assertThat(result.at("/publication/size").asText()).isEqualTo("10 rows");
    assertThat(result.at("/server/product").asText()).isEqualTo("MariaDB");
    assertThat(result.at("/run/command").asText()).contains("run").contains("<hidden>");
    assertThat(result.at("/steps").findValuesAsText("name"))
        .containsExactly("connect-TLSv1.2", "connect-TLSv1.3", "rc4", "tables");
    assertThat(result.at("/steps/0/leftOut")).isEmpty();
    assertThat(result.at("/steps/1/leftOut").toString()).contains("resumed no session");
    assertThat(result.at("/steps/2/leftOut")).isNotEmpty();
    assertThat(result.at("/steps/2/folder").isNull()).isTrue();
    assertThat(result.at("/steps/3/leftOut").toString()).contains("on: ", "file_key_management");
    assertThat(run.folder().resolve("report.md")).content().contains("file\\_key\\_management");
    assertThat(run.empty())
        .containsExactly("TLSv1.3, resumed", "RC4, plain", "RC4, full", "10, on");
  }

  @Test
  void listsAllExperiments() {
    CommandRun run = CommandRun.of("run");
    assertThat(run.exitCode()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.stream().filter(line -> !line.isBlank() && line.charAt(0) != ' '))
        .extracting(line -> line.split(" ", 2)[0])
        .containsExactly(
            "apsaradb-mongodb-tls",
            "apsaradb-mongodb-tls-original",
            "ca-bundle",
            "driver-benchmark-tls",
            "ic2e-cassandra-tls",
            "ic2e-dynamodb-tls",
            "memsql-tls",
            "memsql-tls-original",
            "mysql-go-tls",
            "no-pool",
            "post-quantum-connections",
            "postgresql-connections",
            "proxy-hop",
            "rds-mysql-tde",
            "rds-mysql-tde-original",
            "rds-mysql-tls-sysbench",
            "rds-mysql-tls-sysbench-original",
            "valkey-tls",
            "yugabytedb-tpcc-tls");
    assertThat(lines.subList(0, 3))
        .satisfiesExactly(
            question -> assertThat(question).contains("How much longer do connecting"),
            size -> assertThat(size).startsWith(" ").contains("20,000 records"),
            original -> assertThat(original).contains("1,000,000 records", "as published"));
  }

  @Test
  void everyStepOfEveryExperimentIsACommandThatCanBePrepared() throws Exception {
    Catalog catalog = new Catalog(Path.of("catalog"));
    for (String name : catalog.names()) {
      for (Map.Entry<String, List<String>> step : catalog.read(name).commands().entrySet()) {
        String[] args = step.getValue().toArray(String[]::new);
        Object command =
            Tlsbench.commandLine().parseArgs(args).subcommand().commandSpec().userObject();
        try {
          assertThat(((MeasuringCommand) command).prepare()).as(name + ", " + step).isNotNull();
        } catch (InvalidSettingException e) {
          assertThat(step.getKey()).as(e.getMessage()).matches(".*(weak|3des|rc4)");
          assertThat(e).hasMessageContaining("--legacy-tls switches the policy off");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dump-weak.tls13-chacha20.throughput < 0.5|choose one of tls12-3des, tls12-rc4",
        "weak.tls12-aes128-gcm.throughput < 0.5|choose one of tls12-3des",
        "nothing.tls13.throughput < 0.5|the steps are ",
      })
  void refusesALimitForFiguresThatAStepLacks(String limit, String message) {
    CommandRun.of("run", "mysql-go-tls", "mysql://127.0.0.1:1/ycsb", "--fail-if", limit)
        .refused("--fail-if", message);
  }

  @Test
  void takesALimitForASuiteOfTheAxis() {
    CommandRun run =
        CommandRun.of(
            "run",
            "mysql-go-tls",
            "mysql://127.0.0.1:1/ycsb?ssl-mode=REQUIRED",
            "--fail-if",
            "dump-weak.tls12-3des.throughput < 0.5");
    assertThat(run.exitCode()).as("nothing listens there: " + run.err()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "usual.tls13.typical > 1.10|3|127.0.0.1:1",
        "usual.tls13-chacha20.typical > 1.10|2|choose one of tls13",
        "suites.tls12-aes128-cbc-sha.typical > 1.10|3|127.0.0.1:1",
        "threads.threads=4.tls12.typical > 1.10|3|127.0.0.1:1",
        "threads.threads=5.tls12.typical > 1.10|2|or one of them at threads=4, threads=8",
        "new.tls-full.total > 3ms|3|127.0.0.1:1",
        "wrong.tls13.typical > 1.10|2|--nonesuch: no such option",
      })
  void checksALimitAgainstFiguresOfAStepsOwnCommand(String limit, int exitCode, String message)
      throws IOException {
    Path own =
        Files.writeString(
            directory.resolve("own.yaml"),
            """
            title: Own
            question: What do its steps compare?
            source: nowhere
            system: none
            size: none
            bindings: [mysql-tls]
            steps:
              usual: compare --duration 10s
              suites: sweep --axis suite
              threads: sweep --axis=threads=4,8 --variant=tls12,plain
              new: connect --open-only
              wrong: compare --nonesuch
            tables: []
            """);
    CommandRun run =
        CommandRun.of(
            "run",
            own.toString(),
            "mysql://127.0.0.1:1/ycsb?ssl-mode=REQUIRED",
            "--fail-if",
            limit);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
  }

  @Test
  void refusesADatabaseThatAnExperimentIsNotFor() {
    CommandRun.in(directory, "run", "apsaradb-mongodb-tls", SharedServers.mySql().url())
        .refused("runs on mongodb-tls");
    assertThat(directory).isEmptyDirectory();
  }
}
