package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.cluster.Command.Ended;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads and runs from a stand-alone cluster that {@code servers/up spark} started. */
@Tag("real-servers")
@Timeout(1500)
@SuppressWarnings("NullAway.Init")
class SparkClusterTest {
  private static final String YCSB = "dev.tlsbench.client.YcsbClient";
  private static final String PART = "dev.tlsbench.client.run.PartMain";
  private static final int RECORDS = 2000;
  private static final String MASTER_PAGE = "http://127.0.0.1:17078/";
  private static final Pattern DRIVER_PAGE =
      Pattern.compile("href=\"(http://[^\"]+)\">\\s*tlsbench\\s*<");

  @TempDir Path folder;

  private RealServers servers;
  private Path events;
  private Map<String, String> environment;

  /** A driver with an event log, which must not contain secrets. */
  @BeforeEach
  void configure() throws IOException {
    servers = RealServers.running();
    events = Files.createDirectory(folder.resolve("events"));
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.writeString(
        conf.resolve("spark-defaults.conf"),
        "spark.eventLog.enabled true\nspark.eventLog.compress false\nspark.eventLog.dir "
            + events.toUri()
            + "\n");
    environment =
        Map.of(
            "SPARK_HOME",
            servers.url("SPARK_HOME"),
            "SPARK_LOCAL_IP",
            "127.0.0.1",
            "SPARK_CONF_DIR",
            conf.toString());
  }

  /** The URL is in the environment: the test looks for its password in all command lines. */
  private Map<String, String> with(String binding, String url) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put(
        binding.equals("mysql-tls") ? "TLSBENCH_P_MYSQL_URL" : "TLSBENCH_P_MONGODB_URL", url);
    return variables;
  }

  private Command ycsb(String phase, String binding, String url, int executors, String... more)
      throws IOException {
    return ycsb(servers.url("SPARK_MASTER"), phase, binding, url, executors, more);
  }

  private Command ycsb(
      String master, String phase, String binding, String url, int executors, String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                phase,
                binding,
                "-P",
                "../workloads/workloada",
                "-p",
                "recordcount=" + RECORDS,
                "-p",
                "table=spark",
                "-p",
                "mysql.createtable=true",
                "-p",
                "mongodb.upsert=true",
                "-p",
                "tls.enabled=true",
                "-p",
                "tls.caFile=" + servers.url("CA_FILE"),
                "--cluster",
                master,
                "--executors",
                Integer.toString(executors)));
    arguments.addAll(List.of(more));
    return Command.start(folder, with(binding, url), YCSB, arguments);
  }

  @Test
  void loadsAndRunsOverTls() throws Exception {
    String url = servers.url("MYSQL_URL");
    dropTable(url);

    Ended load = ycsb("load", "mysql-tls", url, 2).end();

    assertThat(load.exitCode()).as(load.toString()).isZero();
    assertThat(load.number("INSERT", "Return=OK")).isEqualTo(RECORDS);
    assertThat(count(url)).isEqualTo(RECORDS);

    Command running =
        ycsb("run", "mysql-tls", url, 2, "-p", "operationcount=3000", "-threads", "2");
    await(running::isRunning, () -> partOf(PART));
    assertNoSecretInCommandLines(url);
    assertNoSecretInPagesOfTheRun(url);
    Ended run = running.end();

    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.number("READ", "Return=OK") + run.number("UPDATE", "Return=OK")).isEqualTo(3000);
    assertThat(run.out()).contains("[TLS], Protocol, TLSv1.3");
    assertThat(run.err()).contains("Spark's own connections are not encrypted");
    assertNoSecretIn(url);
  }

  @Test
  void namesTheRecordsOfALostPartAndKeepsAcknowledgedOnes() throws Exception {
    String url = servers.url("MYSQL_URL");
    dropTable(url);
    Command running = ycsb("load", "mysql-tls", url, 2, "-p", "recordcount=60000");

    ProcessHandle part = await(running::isRunning, () -> measuring("INSERT"));
    part.parent().orElseThrow().destroyForcibly();
    Ended load = running.end();

    assertThat(load.exitCode()).as(load.toString()).isEqualTo(4);
    assertThat(load.err())
        .containsPattern("of the records (0 to 29999|30000 to 59999) some may be missing");
    assertThat(count(url))
        .as("records in the table, of which some were not reported any more")
        .isGreaterThanOrEqualTo(load.number("INSERT", "Operations"))
        .isLessThan(60_000);
  }

  @Test
  void losesOnlyTheWorkOfALostExecutorAndRemovesItsKey() throws Exception {
    String url = servers.url("MONGODB_X509_URL");
    String key = "tls.certificateKeyFile=" + servers.url("CLIENT_PEM");
    Ended load = ycsb("load", "mongodb-tls", url, 2, "-p", key).end();
    assertThat(load.exitCode()).as(load.toString()).isZero();
    assertThat(load.number("INSERT", "Return=OK")).isEqualTo(RECORDS);
    Command running =
        ycsb(
            "run",
            "mongodb-tls",
            url,
            2,
            "-p",
            key,
            "-p",
            "operationcount=0",
            "-p",
            "maxexecutiontime=15",
            "--per-executor");

    ProcessHandle part = await(running::isRunning, () -> measuring("READ"));
    assertNoSecretInCommandLines(url);
    Path temporary = folderOf(part);
    part.parent().orElseThrow().destroyForcibly();
    // Its standard input ends.
    part.onExit().join();
    assertThat(filesIn(temporary)).as("a folder may stay, but no key").isEmpty();
    Ended run = running.end();

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(4);
    assertThat(run.err()).containsPattern("executor [01] was lost after [1-9][0-9]* operations");
    assertThat(
            Math.min(
                run.number("EXECUTOR 0", "Operations"), run.number("EXECUTOR 1", "Operations")))
        .isPositive();
    assertThat(
            Math.max(
                run.number("EXECUTOR 0", "RunTime(ms)"), run.number("EXECUTOR 1", "RunTime(ms)")))
        .as("the other one works to the end")
        .isGreaterThanOrEqualTo(15_000);
    assertNoSecretIn(url);
    assertThat(filesOfExecutors()).noneMatch(file -> contentOf(file).contains("PRIVATE KEY"));
  }

  @Test
  void namesAFileThatExecutorsCannotRead() throws Exception {
    // In a folder of this user; workers run as another user.
    Path lengths = Files.writeString(folder.resolve("lengths.txt"), "BlockSize\t10\n0\t1\n1\t1\n");

    Ended run =
        ycsb(
                "run",
                "mysql-tls",
                servers.url("MYSQL_URL"),
                1,
                "-p",
                "fieldlengthdistribution=histogram",
                "-p",
                "fieldlengthhistogram=" + lengths)
            .end();

    // As on one machine: a property that cannot be used.
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.err().lines())
        .anySatisfy(line -> assertThat(line).contains("read").contains(lengths.toString()))
        .noneMatch(line -> line.contains("\tat "));
  }

  /** All at once, since two of them wait for a minute. */
  @Test
  void reportsAClusterThatIsNotThereInOneLineWithExitCodeThree() throws Exception {
    Map<String, String> reasons =
        Map.of(
            "spark://127.0.0.1:1",
            "--cluster: spark://127.0.0.1:1: no answer; check the address",
            "yarn",
            "--cluster: the Spark driver ended: When running with master 'yarn' either"
                + " HADOOP_CONF_DIR or YARN_CONF_DIR must be set in the environment.",
            "k8s://https://127.0.0.1:1",
            "--cluster: k8s://https://127.0.0.1:1: .*Connection refused",
            servers.url("SPARK_MASTER"),
            "--cluster: only [0-4] of 5 executors after 60 s; start more workers, or ask for fewer"
                + " --executors");
    Map<String, Command> commands = new HashMap<>();
    for (String master : reasons.keySet()) {
      commands.put(master, ycsb(master, "run", "mysql-tls", servers.url("MYSQL_URL"), 5));
    }
    for (Map.Entry<String, Command> command : commands.entrySet()) {
      Ended ended = command.getValue().end();
      String reason = reasons.get(command.getKey());

      assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(3);
      assertThat(ended.err().lines())
          .as(command.getKey())
          .allMatch(line -> line.startsWith("ycsb: "))
          .last()
          .asString()
          .containsPattern(reason);
      assertThat(ended.err()).doesNotContain("\tat ");
      if (command.getKey().startsWith("spark:")) {
        assertThat(ended.err())
            .containsPattern(
                "--executors: the cluster has given [0-4] of 5 so far; waiting"
                    + "|--cluster: no answer of the master so far; waiting");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesNoExecutorBehindWhenItIsKilled(boolean forcibly) throws Exception {
    String url = servers.url("MYSQL_URL");
    dropTable(url);
    Command running = ycsb("load", "mysql-tls", url, 2, "-p", "recordcount=10000000");
    ProcessHandle part = await(running::isRunning, () -> measuring("INSERT"));
    ProcessHandle executor = part.parent().orElseThrow();

    if (forcibly) {
      running.handle().destroyForcibly();
    } else {
      // As Ctrl-C does.
      running.handle().destroy();
    }

    part.onExit().join();
    executor.onExit().join();
  }

  /** Checks that Spark writes and shows no part of a password. */
  private void assertNoSecretIn(String url) throws Exception {
    List<Path> files = filesOfExecutors();
    assertThat(files.stream().filter(file -> file.startsWith(events)))
        .as("the event log")
        .anySatisfy(
            file ->
                assertThat(contentOf(file))
                    .contains("SparkListenerEnvironmentUpdate")
                    .containsPattern("\"spark.io.encryption.enabled\" ?: ?\"true\""));
    for (Path file : files) {
      assertNoSecret(url, file.toString(), contentOf(file));
    }
    String ofMaster = page(MASTER_PAGE);
    assertThat(ofMaster).contains("tlsbench");
    assertNoSecret(url, "the master's page", ofMaster);
  }

  /** The pages of the driver, which are there while it works; the master's links to them. */
  private static void assertNoSecretInPagesOfTheRun(String url) throws Exception {
    Matcher driver = DRIVER_PAGE.matcher(page(MASTER_PAGE));
    assertThat(driver.find()).as("the master's page links to the driver's").isTrue();
    for (String name : List.of("jobs", "stages", "environment", "executors")) {
      String page = page(driver.group(1) + "/" + name + "/");
      assertThat(page).contains("tlsbench");
      assertNoSecret(url, "the driver's page " + name, page);
    }
  }

  private static String page(String address) throws IOException, InterruptedException {
    HttpResponse<String> page =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(page.statusCode()).as(address).isEqualTo(200);
    return page.body();
  }

  /** Returns the files in the event log and in the directories of workers. */
  private List<Path> filesOfExecutors() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path root : List.of(events, Path.of(servers.url("SPARK_DIR"), "work"))) {
      try (Stream<Path> all = Files.walk(root)) {
        files.addAll(all.filter(SparkClusterTest::isSearched).toList());
      }
    }
    return files;
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns true except for jars, which are large and the same as on the class path. */
  private static boolean isSearched(Path file) {
    return Files.isRegularFile(file) && !file.toString().endsWith(".jar");
  }

  private void assertNoSecretInCommandLines(String url) {
    assertThat(processes(line -> line.contains(DriverMain.class.getName()))).isNotEmpty();
    processes(line -> true).forEach(one -> assertNoSecret(url, "a command", commandLine(one)));
  }

  /** In plain text, and in Base64 at each of its three alignments. */
  private static void assertNoSecret(String url, String where, String text) {
    String password = url.replaceFirst("^[a-z]+://[^:]+:([^@]+)@.*", "$1");
    assertThat(password).hasSizeGreaterThan(10).doesNotContain("/");
    assertThat(text.contains(password)).as("the password in " + where).isFalse();
    for (int before = 0; before < 3; before++) {
      String encoded =
          Base64.getEncoder()
              .encodeToString(("x".repeat(before) + password).getBytes(StandardCharsets.UTF_8));
      // Without the characters that depend on the neighbours.
      String inner = encoded.substring(before == 0 ? 0 : before + 1, encoded.length() - 4);
      assertThat(text.contains(inner)).as("the password in " + where + ", in Base64").isFalse();
    }
  }

  /** A part that has measured for two seconds. */
  private static Optional<ProcessHandle> measuring(String series) {
    return parts(line -> line.contains(PART))
        .filter(part -> hasMeasured(part, series + ".hdr"))
        .findFirst();
  }

  private static boolean hasMeasured(ProcessHandle part, String log) {
    try (Stream<Path> all = Files.walk(folderOf(part))) {
      return all.anyMatch(file -> file.endsWith(log) && hasIntervals(file));
    } catch (IOException | UncheckedIOException e) {
      // The folder was deleted meanwhile.
      return false;
    }
  }

  private static boolean hasIntervals(Path log) {
    try {
      return Files.readAllLines(log).stream()
              .filter(line -> !line.startsWith("#") && !line.startsWith("\""))
              .count()
          >= 2;
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<ProcessHandle> partOf(String main) {
    return parts(line -> line.contains(main) && line.contains("tlsbench-part-")).findFirst();
  }

  /** Returns parts of the workers' user, since other tests on this machine have parts too. */
  private static Stream<ProcessHandle> parts(Predicate<String> wanted) {
    Optional<String> self = ProcessHandle.current().info().user();
    return processes(wanted).filter(process -> !process.info().user().equals(self));
  }

  private static Stream<ProcessHandle> processes(Predicate<String> wanted) {
    return ProcessHandle.allProcesses().filter(process -> wanted.test(commandLine(process)));
  }

  /** Returns a long command line, of which ProcessHandle has only the beginning. */
  private static String commandLine(ProcessHandle process) {
    try {
      byte[] arguments =
          Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      return new String(arguments, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  private static Path folderOf(ProcessHandle part) {
    return Path.of(commandLine(part).replaceFirst(".*-Djava\\.io\\.tmpdir=(\\S+).*", "$1"));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @FunctionalInterface
  private interface Look<T> {
    Optional<T> look();
  }

  private static <T> T await(BooleanSupplier running, Look<T> look) {
    Optional<T> found = look.look();
    while (found.isEmpty()) {
      assertThat(running.getAsBoolean()).as("it has not ended before").isTrue();
      LockSupport.parkNanos(100_000_000);
      found = look.look();
    }
    return found.get();
  }

  /** A load does not empty the table of a server that is not embedded. */
  private static void dropTable(String url) throws Exception {
    try (MySqlConnections connections = open(url);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS spark");
    }
  }

  private static long count(String url) throws Exception {
    try (MySqlConnections connections = open(url);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM spark")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static MySqlConnections open(String url) {
    MySqlUrl server = MySqlUrl.parse(url + "?ssl-mode=REQUIRED");
    return server.open(server.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }
}
