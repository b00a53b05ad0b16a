package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.report.SampleResult;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of different times: {@code report --baseline} and {@code history}. */
@Tag("any-jdk")
class OverTimeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RESULTS = 30;
  private static final int CHANGED = 19;

  private static final String CHANGE =
      "TLS 1.3, throughput against the baseline: changed by −3.2 % ±";

  @TempDir private Path directory;

  /** Writes a result of tls13 with this throughput ratio, days after the first one. */
  private Path result(int day, double throughput) {
    return result(day, SampleResult.tls13(throughput, 0.004));
  }

  private Path result(int day, SampleResult sample) {
    return sample
        .at(Instant.parse("2026-11-01T10:00:00Z").plus(Duration.ofDays(day)))
        .writeIn(directory);
  }

  private static void change(Path file, Consumer<JsonNode> edit) throws IOException {
    JsonNode tree = JSON.readTree(file.toFile());
    edit.accept(tree);
    Files.write(file, Json.bytes(tree));
  }

  /** Sets a field of an object in {@code result.json}; null removes it. */
  private static void set(Path folder, String object, String field, @Nullable Object value)
      throws IOException {
    change(
        folder.resolve("result.json"),
        tree -> {
          ObjectNode of = (ObjectNode) tree.at(object);
          if (value == null) {
            of.remove(field);
          } else {
            of.putPOJO(field, value);
          }
        });
  }

  private static void setJdk(Path folder) throws IOException {
    change(
        folder.resolve("environment.json"),
        tree -> ((ObjectNode) tree.get("jdk")).put("version", "99.0.1+2"));
  }

  @Test
  void quickAnswersAreRefused() {
    String quick = result(1, SampleResult.tls13(0.7, 0.06).quick()).toString();
    String other = result(2, 0.7).toString();
    for (String command :
        List.of(
            "report --baseline " + quick + " " + other,
            "report " + other + " " + quick,
            "history " + other + " " + quick,
            "predict --rate 10 --from " + quick)) {
      CommandRun.of(command.split(" "))
          .refused(quick + ": a quick answer, too rough to be used further");
    }
  }

  private CommandRun compare(Path before, Path after, String... more) {
    return CommandRun.in(
        directory.resolve("out"),
        CommandRun.words("report", "--baseline", before.toString(), after.toString(), more));
  }

  private static List<String> baselines(Path... folders) {
    return Stream.of(folders)
        .flatMap(folder -> Stream.of("--baseline", folder.toString()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private CommandRun history(List<Path> folders, String... more) {
    return CommandRun.of(CommandRun.words("history", "--page", page(), folders.toArray(), more));
  }

  private Path page() {
    return directory.resolve("history.html");
  }

  private static void compress(Path folder, String file) throws IOException {
    Path whole = folder.resolve(file);
    try (OutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve(file + ".gz")))) {
      Files.copy(whole, packed);
    }
    Files.delete(whole);
  }

  @Test
  void readsCompressedResults() throws IOException {
    Path before = result(0, 0.95);
    compress(before, "result.json");
    compress(before, "environment.json");

    assertThat(compare(before, result(1, 0.92)).succeeded().out()).contains(CHANGE);
  }

  @Test
  void makesTheFiguresOfAResultOfVersionTwo() throws IOException {
    Path before = result(0, 0.95);
    set(before, "", "schemaVersion", 2);
    set(before, "", "figures", null);

    assertThat(compare(before, result(1, 0.92)).succeeded().out()).contains(CHANGE);
  }

  @Test
  void refusesACompressedResultThatIsCutOff() throws IOException {
    Path before = result(0, 0.95);
    compress(before, "result.json");
    Path packed = before.resolve("result.json.gz");
    byte[] bytes = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(bytes, bytes.length / 2));

    compare(before, result(1, 0.92))
        .refused(
            "tlsbench: --baseline "
                + before
                + ": result.json cannot be read (EOFException); restore it, or measure again");
  }

  @Test
  void showsAChangeWithItsIntervalAndTheEnvironmentBeside() throws IOException {
    Path before = result(0, 0.95);
    Path after = result(1, 0.92);
    setJdk(after);

    assertThat(compare(before, after).succeeded().out())
        .contains(CHANGE, "not resolved (no interval)", "99.0.1+2 after.");
    Path folder = CommandRun.folder(directory.resolve("out"));
    JsonNode result = CommandRun.result(folder, "change");
    assertThat(result.at("/changes/0/figure").asText()).isEqualTo("tls13.throughput.change");
    assertThat(result.at("/changes/0/verdict").asText()).isEqualTo("changed");
    assertThat(result.at("/differences/0/name").asText()).isEqualTo("JDK");
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
    assertThat(folder.resolve("report.md")).isNotEmptyFile();
  }

  private Path ofCassandra(int day, double throughput) throws IOException {
    Path folder = result(day, throughput);
    set(folder, "/setup", "binding", "cassandra-tls");
    return folder;
  }

  /** Two starts of Cassandra have differed by 5.5 %. */
  @Test
  void hasNoVerdictOnAChangeBySomethingThatStartsOfTheServerDifferBy() throws IOException {
    Path before = ofCassandra(0, 0.95);
    Path after = ofCassandra(1, 0.92);

    CommandRun one = compare(before, after, "--fail-if", "tls13.throughput.change < 0.98");

    assertThat(one.exitCode()).as(one.err()).isEqualTo(6);
    assertThat(one.out())
        .contains("TLS 1.3, throughput against the baseline: a change is not resolved (less than ")
        .contains("no verdict on a change of a ratio by less than 5.5 %");

    List<String> more = baselines(ofCassandra(2, 0.9502), ofCassandra(3, 0.9503));
    more.add(ofCassandra(4, 0.9204).toString());
    more.add(ofCassandra(5, 0.9205).toString());
    CommandRun three = compare(before, after, more.toArray(String[]::new));
    assertThat(three.succeeded().out())
        .contains("TLS 1.3, throughput against the baseline: changed by −3.")
        .doesNotContain("no verdict");
  }

  @Test
  void neverCallsFiguresTheSame() throws IOException {
    assertThat(compare(result(0, 0.95), result(1, 0.951)).succeeded().out())
        .contains("a change is not resolved (less than ")
        .doesNotContain(" same ", "The environments differ");
  }

  /** Samples have equal rates and handshakes, which show no spread. */
  @Test
  void hasNoOtherVerdicts() throws IOException {
    List<String> more = baselines(result(1, 0.951), result(2, 0.949));
    compare(result(0, 0.95), result(4, 0.92), more.toArray(String[]::new)).succeeded();

    Path folder = CommandRun.folder(directory.resolve("out"));
    Document document = Pages.of(ResultFile.open(folder.toString(), folder));
    List<String> changes = new ArrayList<>();
    Chart chart = (Chart) document.sections().get(0).blocks().get(0);
    for (List<Cell> row : chart.numbers().rows()) {
      changes.add(row.get(row.size() - 1).text().replace('\u00a0', ' '));
    }
    assertThat(changes)
        .contains("not resolved (no interval)")
        .anyMatch(change -> change.startsWith("−"))
        .allMatch(
            change ->
                change.matches(
                    "[+−].* % \\(.* to .* %\\)|not resolved \\((no interval|less than .* %)\\)"));
  }

  /** The figures of connect have no assumed spread. */
  @Test
  void saysWhatGivesAnIntervalToFiguresOfConnect() throws IOException {
    Path before = connections("before", "2026-11-22T10:00:00Z");
    Path after = connections("after", "2026-11-23T10:00:00Z");
    set(after, "/kinds/1/parts/total/ratioToPlain", "value", 12);

    CommandRun run = compare(before, after, "--fail-if", "tls-full.total.change > 1.02");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
    assertThat(run.out())
        .contains(
            "tls-full, total against the baseline: a change is not resolved (no interval).",
            "Note: Some figures have no interval, so it is not known whether they changed: give"
                + " three results of a side");
  }

  /** Writes a recorded result of connect, as of another time. */
  private Path connections(String name, String started) throws IOException {
    Path folder = Files.createDirectory(directory.resolve(name));
    Files.copy(
        Path.of("src/test/resources/recorded/mysql-go-tls/near-TLSv1.3/result.json"),
        folder.resolve("result.json"));
    Files.copy(result(0, 0.95).resolve("environment.json"), folder.resolve("environment.json"));
    set(folder, "/run", "started", started);
    return folder;
  }

  @Test
  void warnsOfABaselineThatIsNewer() throws IOException {
    Path older = result(0, 0.95);
    Path newer = result(1, 0.92);

    assertThat(compare(newer, older).succeeded().out())
        .contains("Note: The results of --baseline are newer");
    assertThat(CommandRun.folder(directory.resolve("out")).resolve("report.md"))
        .content()
        .contains("The results of --baseline are newer");
  }

  @Test
  void exitsAsGatesDo() throws IOException {
    Path before = result(0, 0.95);
    Path after = result(1, 0.92);
    Path junit = directory.resolve("junit.xml");

    CommandRun broken =
        compare(
            before,
            after,
            "--fail-if",
            "tls13.throughput.change < 0.98",
            "--junit",
            junit.toString());
    assertThat(broken.exitCode()).isEqualTo(5);
    assertThat(broken.err())
        .contains("tls13.throughput.change < 0.98: tls13.throughput.change is 0.96");
    assertThat(junit).content().contains("failures=\"1\"");
    compare(before, after, "--fail-if", "tls13.throughput.change < 0.9").succeeded();
    CommandRun undecided = compare(before, after, "--fail-if", "tls13.throughput.change < 0.967");
    assertThat(undecided.exitCode()).isEqualTo(6);
    assertThat(undecided.err()).contains("more or longer runs of both sides");
    CommandRun time = compare(before, after, "--fail-if", "tls13.fullHandshake.change > 1.5");
    assertThat(time.exitCode()).isEqualTo(6);
    assertThat(time.err()).contains("three runs of a side");
  }

  @Test
  void usesTheSpreadOfSeveralEarlierResults() throws IOException {
    Path first = result(0, 0.95);
    List<String> more = baselines(result(1, 0.90), result(2, 0.99));
    more.addAll(List.of("--fail-if", "tls13.throughput.change < 0.98"));
    CommandRun run = compare(first, result(4, 0.92), more.toArray(String[]::new));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
  }

  @Test
  void refusesLimitsThatItCannotCheck() throws IOException {
    Path before = result(0, 0.95);
    Path after = result(1, 0.92);

    compare(before, after, "--fail-if", "tls12.typical.change > 1.02")
        .refused("choose one of tls13.throughput.change");
    compare(before, after, "--fail-if", "tls13.throughput.change > 2ms").refused("omit the unit");
    CommandRun.of("report", after.toString(), "--fail-if", "tls13.throughput.change > 1")
        .refused("--baseline");
  }

  @Test
  void refusesOtherWorkloadsPlacementsVersionsAndUnusableResults() throws IOException {
    Path before = result(0, 0.95);
    Path threads = result(1, 0.92);
    set(threads, "/setup/clients", "threads", 16);
    compare(before, threads).refused("threads is 4 and 16");

    Path records = result(2, 0.92);
    set(records, "/setup/workload", "readproportion", "1");
    compare(before, records).refused("readproportion is 0.95 and 1");
    history(List.of(before, records)).refused("readproportion is 0.95 and 1");

    Path confined = result(7, SampleResult.tls13(0.92, 0.004).placed(ServerPlacement.CONFINED));
    Path beside = result(6, SampleResult.tls13(0.92, 0.004).placed(ServerPlacement.SIDE_BY_SIDE));
    String placements =
        "placement of the server is side by side with the client and confined to the client's cores";
    compare(beside, confined).refused(placements);
    history(List.of(beside, confined)).refused(placements);
    // Older results have no name for it.
    for (Path one : List.of(beside, confined)) {
      set(one, "/setup/clients", "server", null);
    }
    compare(beside, confined).refused(placements);

    Path old = result(3, 0.92);
    set(old, "", "schemaVersion", 1);
    compare(old, before).refused("--baseline " + old + ": ", "schemaVersion 1 instead of 3");

    Path unusable = result(4, 0.92);
    set(unusable, "/run", "exitCode", 4);
    compare(unusable, before).refused("must not be used");

    Path other = result(5, SampleResult.compare().variant("tls12", 0.95, 0.004));
    assertThat(compare(before, other).succeeded().out()).doesNotContain("TLS 1.2");

    compare(directory, before).refused("has no result.json");
  }

  @Test
  void refusesAResultThatIsNamedTwice() throws IOException {
    Path before = result(0, 0.95);
    Path after = result(1, 0.92);
    compare(before, after, "--baseline", before.toString())
        .refused("is the same result as " + before.getFileName() + "; name each result once");
    compare(before, before).refused("name each result once");
    history(List.of(before, after, before)).refused("name each result once");
    Path copy = Files.createDirectory(directory.resolve("copy"));
    for (String file : List.of("result.json", "environment.json")) {
      Files.copy(before.resolve(file), copy.resolve(file));
    }
    history(List.of(before, copy)).refused("copy is the same result as " + before.getFileName());
    assertThat(page()).doesNotExist();
  }

  @Test
  void refusesFoldersThatHoldNoWholeResult() throws IOException {
    Path before = result(0, 0.95);
    Path after = result(1, 0.92);
    Path empty = Files.createDirectory(directory.resolve("empty"));
    history(List.of(before, empty)).refused(empty + ": has no result.json");
    history(List.of(before, page())).refused(page() + ": has no result.json");

    Path timeless = result(2, 0.92);
    set(timeless, "/run", "started", "yesterday");
    history(List.of(before, timeless)).refused(timeless + ": ", "run.started is no time");

    for (String file : List.of("environment.json", "result.json")) {
      Path whole = after.resolve(file);
      byte[] bytes = Files.readAllBytes(whole);
      Files.write(whole, Arrays.copyOf(bytes, bytes.length / 2));
      String reason = after + ": " + file + " is cut off or damaged; restore it, or measure again";
      compare(before, after).refused(reason);
      history(List.of(before, after)).refused(reason);
      Files.write(whole, bytes);
    }
    Files.delete(after.resolve("environment.json"));
    compare(before, after).refused(after + ": has no environment.json");
    assertThat(page()).doesNotExist();
  }

  @Test
  void ordersResultsByTimeAndThenByName() throws IOException {
    Path csv = directory.resolve("csv");
    Path last = result(2, 0.94);
    Path first = result(0, 0.95);
    Path second = result(0, 0.96);
    // A fraction of a second, which makes the text longer.
    set(first, "/run", "started", "2026-11-01T10:00:00.250Z");

    history(List.of(last, first, second), "--csv", csv.toString()).succeeded();

    assertThat(results(csv)).containsExactly(name(second), name(first), name(last));

    set(first, "/run", "started", "2026-11-01T10:00:00Z");
    history(List.of(second, last, first), "--csv", csv.toString(), "--force").succeeded();
    assertThat(results(csv)).containsExactly(name(first), name(second), name(last));
  }

  private static void dropThroughput(Path folder) throws IOException {
    change(
        folder.resolve("result.json"),
        tree ->
            tree.get("figures")
                .forEach(
                    figure -> {
                      if (figure.get("name").asText().equals("throughput")) {
                        ((ObjectNode) figure).put("name", "unknown");
                      }
                    }));
  }

  /** Returns the names of results in the order of a file. */
  private static List<String> results(Path csv) throws IOException {
    return rows(csv.resolve("tls13.throughput.csv")).stream()
        .map(line -> line.split(",", -1)[2])
        .toList();
  }

  private static List<String> rows(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    return lines.subList(1, lines.size());
  }

  private static String name(Path folder) {
    return folder.getFileName().toString();
  }

  /** Thirty results whose TLS costs 3 % more from the twentieth on. */
  private List<Path> thirty() {
    Random random = new Random(7);
    List<Path> folders = new ArrayList<>();
    for (int i = 0; i < RESULTS; i++) {
      double truth = i < CHANGED ? 0.95 : 0.95 * 0.97;
      folders.add(result(i, truth * Math.exp(0.0035 * random.nextGaussian())));
    }
    return folders;
  }

  @Test
  void drawsALineForEachVariantFromTheOldestToTheNewestResult() throws IOException {
    Path last = result(2, 0.94);
    Path first = result(0, 0.95);
    setJdk(last);

    assertThat(history(List.of(last, first)).succeeded().out())
        .startsWith(
            "TLS 1.3, throughput against the baseline: between −6.0 % (−6.4 to −5.6 %) in "
                + name(last));
    assertThat(page())
        .content()
        .contains("\"kind\":\"lines\"", "\"at\":[\"2026-11-01 10:00\",\"2026-11-03 10:00\"]")
        .contains("<span>99.0.1+2</span>");
  }

  @Test
  void writesAFileForEachFigureWithTheResultsThatHaveIt() throws IOException {
    Path csv = directory.resolve("csv");
    Path benchmark = directory.resolve("benchmark.json");
    Path without = result(0, 0.93);
    dropThroughput(without);
    List<Path> folders = List.of(without, result(2, 0.94), result(1, 0.95));

    history(folders, "--csv", csv.toString(), "--github-benchmark", benchmark.toString())
        .succeeded();

    List<String> lines = Files.readAllLines(csv.resolve("tls13.throughput.csv"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .isEqualTo("time,commit,result,server,processor,kernel,JDK,environment,value,halfWidth");
    assertThat(lines.get(1)).startsWith("2026-11-02T10:00:00Z,");
    assertThat(lines.get(2)).startsWith("2026-11-03T10:00:00Z,").contains(",0.94,0.004");
    assertThat(rows(csv.resolve("plain.rate.csv"))).hasSize(3);
    JsonNode entries = JSON.readTree(benchmark.toFile());
    JsonNode entry =
        StreamSupport.stream(entries.spliterator(), false)
            .filter(one -> one.get("name").asText().equals("tls13 throughput, inverse"))
            .findFirst()
            .orElseThrow();
    assertThat(entry.get("value").asDouble()).isBetween(1.0638, 1.0639);
    assertThat(entry.get("unit").asText()).isEqualTo("of the baseline");
    assertThat(entry.get("range").asText()).startsWith("± 0.0045");

    history(folders, "--csv", csv.toString()).refused("exists", "--force");
    history(folders, "--csv", csv.toString(), "--force").succeeded();
    history(
            folders,
            "--csv",
            csv.toString(),
            "--github-benchmark",
            directory.resolve("./csv").toString(),
            "--force")
        .refused("csv is named for two of", "--github-benchmark");
  }

  @Test
  void refusesAHistoryOfOnePoint() throws IOException {
    Path only = result(0, 0.95);
    Path unusable = result(1, 0.95);
    set(unusable, "/run", "exitCode", 4);
    Path benchmark = directory.resolve("benchmark.json");

    history(List.of(only)).refused("a history needs two results");
    CommandRun run = history(List.of(only, unusable));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(unusable + " is left out", "a history needs two results");
    assertThat(page()).doesNotExist();

    history(List.of(only), "--github-benchmark", benchmark.toString()).succeeded();
    assertThat(benchmark).isNotEmptyFile();
    assertThat(page()).doesNotExist();
  }

  @Test
  @Tag("full")
  void apacheOtavaFindsTheOneChangeInTheCsv() throws Exception {
    Path environment = directory.resolve("venv");
    Assumptions.assumeTrue(
        succeeds("python3", "-m", "venv", environment.toString())
            && succeeds(
                environment.resolve("bin/pip").toString(), "install", "-q", "apache-otava==0.8.0"),
        "no Python with its package index here, so Apache Otava is not tried");
    Path csv = directory.resolve("csv");
    List<Path> results = thirty();
    // An empty cell would make Otava refuse the file.
    dropThroughput(results.get(3));
    assertThat(history(results, "--csv", csv.toString()).exitCode()).isZero();
    Path config = directory.resolve("otava.yaml");
    Files.writeString(
        config,
        """
        tests:
          tls13:
            type: csv
            file: %s
            time_column: time
            attributes: [result]
            metrics: [value]
        """
            .formatted(csv.resolve("tls13.throughput.csv")));
    Path found = directory.resolve("otava.json");
    ProcessBuilder analysis =
        new ProcessBuilder(
                environment.resolve("bin/otava").toString(),
                "analyze",
                "tls13",
                "-M",
                "0.01",
                "--output",
                "json")
            .redirectOutput(found.toFile())
            .redirectError(directory.resolve("otava.log").toFile());
    analysis.environment().put("OTAVA_CONFIG", config.toString());
    Process otava = analysis.start();
    assertThat(otava.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(otava.exitValue()).as(Files.readString(directory.resolve("otava.log"))).isZero();
    JsonNode changes = JSON.readTree(Files.readString(found, StandardCharsets.UTF_8)).path("tls13");
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).get("time").asLong())
        .isEqualTo(Instant.parse("2026-11-20T10:00:00Z").getEpochSecond());
  }

  private boolean succeeds(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("tools.log").toFile())
            .start();
    return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
  }
}
