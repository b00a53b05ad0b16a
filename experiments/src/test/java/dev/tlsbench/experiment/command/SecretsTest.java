package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every command and three bindings, with known secrets in all places where one belongs. */
@Tag("any-jdk")
class SecretsTest extends SecretsSuite {
  private CommandRun measured(Map<String, String> environment, String... args) {
    String output = "--verbose --output=" + directory.resolve("results");
    return tlsbench(
            environment, CommandRun.words(args, WORKLOAD.toArray(), SHORT.toArray(), output))
        .measured();
  }

  private void assertForked() {
    assertThat(watch.commands()).anyMatch(command -> command.contains("ForkMain"));
  }

  @Test
  void comparesAndReportsWithEverythingOnTheCommandLine() throws Exception {
    String url = withKey(mySqlUrl(), KEY);
    measured(
        Map.of(),
        "compare",
        url,
        "--variant",
        "plain,own:tls.caFile="
            + files.resolve("ca.p12")
            + ",tls.caFilePassword="
            + STORE
            + ",mysql.password="
            + DATABASE);
    assertForked();
    try (Stream<Path> folders = Files.list(directory.resolve("results"))) {
      List<String> report = new ArrayList<>(List.of("report"));
      folders.forEach(folder -> report.add(folder.toString()));
      tlsbench(report.toArray(String[]::new)).succeeded();
    }
  }

  @Test
  @Tag("full")
  void transfersAndSaturatesWithEverythingInAFile() throws Exception {
    measured(Map.of(), "bulk", "-P", mySqlFile(), "--read", "repeat", "--variant", "plain,tls13");
    measured(Map.of(), "saturate", "-P", mySqlFile(), "--axis", "threads=2");
    assertForked();
  }

  @Test
  @Tag("full")
  void probesAndConnectsAndRunsAnExperiment() throws Exception {
    tlsbench(
            "probe",
            withKey(mySqlUrl(), KEY),
            "--handshakes 0 --verbose --output=" + directory.resolve("probe"))
        .succeeded();
    String plain = mySql.url().replaceFirst("\\?.*", "?ssl-mode=DISABLED");
    tlsbench(
            environment(),
            "connect",
            "--plain-url",
            plain,
            "-n 2 --forks 1 --cores all --warm-up 0s --verbose",
            "--output=" + directory.resolve("connect"))
        .succeeded();
    Path definition =
        Files.writeString(
            files.resolve("own.yaml"),
            """
            title: "Own"
            question: "Does it tell?"
            source: "here"
            system: "this"
            size: "two connections"
            bindings: [mysql-tls]
            steps:
              connect: "connect --connections 2 --forks 1 --warm-up 0s --open-only"
            tables: []
            """);
    tlsbench(
            Map.of("TLSBENCH_P_PLAIN_URL", plain),
            "run",
            definition.toString(),
            withKey(mySqlUrl(), KEY),
            "--verbose --output=" + directory.resolve("results"))
        .measured();
    assertThat(directory.resolve("results")).isNotEmptyDirectory();
  }

  @Test
  @Tag("full")
  void probesWithEverythingInAFile() throws Exception {
    tlsbench("probe", "-P", mongoFile(), "--handshakes 0 --json --output=" + directory).succeeded();
  }

  @Test
  void writesCertificatesWithAPasswordFromAFileOrFromTheEnvironment() throws Exception {
    Path password = files.resolve("key-password");
    Files.writeString(password, KEY);
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw----r--"));
    CommandRun certs =
        tlsbench(
            "certs", directory.resolve("a").toString(), "--key-password-file", password.toString());
    assertThat(certs.succeeded().err())
        .isEqualToIgnoringNewLines(
            "tlsbench: "
                + password
                + ": every user of this machine may read this password (mode 0604); chmod 600 "
                + password);
    tlsbench(
            Map.of("ANY", KEY),
            "certs",
            directory.resolve("b").toString(),
            "--key-password-env=ANY")
        .succeeded();
  }

  @Test
  void runsBindings() throws Exception {
    assertThat(ycsb("run", "mysql-tls", "-P", mySqlFile(), "-p", "tls.verbose=true")).isZero();
    assertThat(ycsb("load", "mongodb-tls", "-P", mongoFile())).isZero();
    assertThat(ycsb("run", "mongodb-tls", "-p", "mongodb.url=" + withKey(mongoUrl(), KEY)))
        .isZero();
    String url = "postgresql.url=" + withKey(postgresUrl(), KEY);
    assertThat(ycsb("load", "postgresql-tls", "-p", url, "-p", "postgresql.createtable=true"))
        .isZero();
    assertThat(ycsb("run", "postgresql-tls", "-P", postgresFile(), "-p", "tls.verbose=true"))
        .isZero();
    assertThat(ycsb("load", "redis-tls", "-P", redisFile())).isZero();
    assertThat(ycsb("run", "redis-tls", "-P", redisFile(), "-p", "tls.verbose=true")).isZero();
  }

  @Test
  @Tag("full")
  void runsMySqlWithEverythingInTheUrl() {
    assertThat(ycsb("run", "mysql-tls", "-p", "mysql.url=" + withKey(mySqlUrl(), KEY))).isZero();
  }

  @Test
  void comparesOnPostgres() throws Exception {
    measured(Map.of(), "compare", "--load", "-P", postgresFile(), "--binding", "postgresql-tls");
    assertForked();
  }

  /** No secret is on the command line, so none may appear on the launchers' own either. */
  @Tag("full")
  @Test
  void passesSecretsThroughTheLaunchersByTheEnvironmentAndByFiles() throws Exception {
    String[] run = CommandRun.words("ycsb", "run", "mysql-tls", "-s", WORKLOAD.toArray());
    CommandRun ran = launchers.run(directory, environment(), "", run);
    assertThat(ran.succeeded().out()).contains("[TLS], Enabled, true");
    assertThat(ran.err())
        .contains(
            "ycsb: from the environment: mysql.password, mysql.url, mysql.user, tls.caFile,"
                + " tls.caFilePassword, tls.certificateKeyFilePassword");

    launchers
        .run(directory, Map.of(), "tls\nquit\n", "ycsb", "shell", "mongodb-tls", "-P", mongoFile())
        .succeeded();

    String[] sweep =
        CommandRun.words(
            "tlsbench", "sweep", "--axis", "threads=1", WORKLOAD.toArray(), SHORT.toArray());
    launchers.run(directory, environment(), "", sweep).measured();
    assertThat(directory.resolve("results")).isNotEmptyDirectory();
    assertForked();
    assertThat(watch.environments()).isPositive();
    assertThat(watch.commands())
        .anyMatch(command -> command.contains("YcsbClient run mysql-tls"))
        .anyMatch(command -> command.contains("YcsbClient shell mongodb-tls"))
        .anyMatch(command -> command.contains("Tlsbench sweep"));
  }

  /** The password of an embedded server is not known in advance. */
  @Test
  @Tag("full")
  void servesWithThePasswordInOneFileOnly() throws Exception {
    Path served = directory.resolve("served");
    Path errors = directory.resolve("err.txt");
    Process process =
        launchers
            .prepare(
                directory,
                environment(),
                List.of(
                    "tlsbench",
                    "serve",
                    "--binding=mysql-tls,mongodb-tls",
                    "--directory=" + served,
                    "--until-stdin-ends"))
            .redirectError(errors.toFile())
            .start();
    String said;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      said = lines.readLine() + "\n" + lines.readLine();
      process.getOutputStream().close();
      said += "\n" + lines.lines().toList();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    Path secret = served.resolve("mysql-tls").resolve("url.properties");
    String url = Files.readString(secret);
    SecretSearch search = new SecretSearch(url.replaceFirst("(?s).*//ycsb:([^@]*)@.*", "$1"));

    assertThat(search.in(url)).isNotEmpty();
    assertThat(search.in(said)).isEmpty();
    assertThat(watch.commands().stream().filter(command -> !search.in(command).isEmpty()))
        .isEmpty();
    assertThat(watch.commands())
        .anyMatch(command -> command.contains("mariadbd"))
        .anyMatch(command -> command.contains("MongoServerMain"));
    assertThat(watch.environments()).isPositive();
    assertThat(search.in(directory, (file, attributes) -> !file.equals(secret))).isEmpty();
    assertThat(withKeys(served)).hasSize(12).allMatch(file -> modeOf(file).equals("rw-------"));
    assertThat(modeOf(secret)).isEqualTo("rw-------");
  }

  /** PEM files and key stores, which may hold private keys. */
  private static List<Path> withKeys(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(
              file -> Files.isRegularFile(file) && file.toString().matches(".*\\.(jks|p12|pem)"))
          .toList();
    }
  }

  private static String modeOf(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
