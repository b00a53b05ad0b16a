package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterMessage.End;
import dev.tlsbench.client.cluster.ClusterMessage.Part;
import dev.tlsbench.client.cluster.JsonLine;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.properties.NamedGroupsOfJdk;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.ycsb.session.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/**
 * The main class of one executor's part of a load or run. Its first line of input is a {@link
 * Part}, the second one starts it when it is connected; it ends with its input. It reports its
 * measurements during the work, as {@link ClusterMessage}s.
 */
final class PartMain implements ClientRun.Observer {
  private static final Logger BOUNCY_CASTLE = Logger.getLogger("org.bouncycastle.jsse");

  private final Part part;
  private final PrintStream output;
  private final SeriesFeed feed;
  private final CountDownLatch start = new CountDownLatch(1);

  private PartMain(Part part, PrintStream output, Path logs) {
    this.part = part;
    this.output = output;
    this.feed = new SeriesFeed(part.number(), logs, this::send);
  }

  /** Runs the part that standard input describes. */
  public static void main(String[] args) throws IOException {
    PrintStream output = System.out;
    // YCSB and drivers print to System.out.
    System.setOut(System.err);
    BOUNCY_CASTLE.setLevel(Level.SEVERE);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Part part = JsonLine.parse(input.readLine(), Part.class);
    // The executor removes it, with the folder for temporary files that this JVM was given.
    Path folder = Files.createTempDirectory("tlsbench-part");
    Path logs = Files.createDirectory(folder.resolve("series"));
    PartMain main = new PartMain(part, output, logs);
    Thread reader = new Thread(() -> main.read(input), "tlsbench-input");
    reader.setDaemon(true);
    reader.start();
    main.send(main.run(folder));
    // Drivers may leave threads running.
    System.exit(ClientExitCode.DONE);
  }

  /** Waits for the start, and ends this JVM when the executor that started it has ended. */
  private void read(BufferedReader input) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        start.countDown();
      }
    } catch (IOException e) {
      // Treated as the end of the input.
    }
    deletePrivateFiles();
    // Without hooks, which could wait for a server; the exit code is not read.
    Runtime.getRuntime().halt(1);
  }

  /** Deletes keys, since an executor that was killed cannot. */
  private static void deletePrivateFiles() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    if (String.valueOf(folder.getFileName()).startsWith(Part.FOLDER)) {
      try {
        PrivateFiles.deleteRecursively(folder);
      } catch (IOException e) {
        // Another process may be deleting it, too.
      }
    }
  }

  private void send(ClusterMessage message) {
    output.println(JsonLine.of(message));
    output.flush();
  }

  private End run(Path folder) {
    try {
      Properties properties = ShippedProperties.unpack(part.properties(), folder);
      NamedGroupsOfJdk.apply(properties);
      feed.requestLogs(properties);
      properties.remove(Client.EXPORT_FILE_PROPERTY);
      properties.remove(Client.STATUS_PROPERTY);
      Measurements.setProperties(properties);
      Workload workload = Workloads.open(properties);
      Binding binding = Binding.of(part.binding());
      List<String> problems =
          new ClientRun(
                  RunSettings.of(part.transactions(), properties),
                  properties,
                  new GuardedWorkload(workload),
                  binding::newClient)
              .run(binding, this);
      problems.forEach(this::note);
      return end(problems.isEmpty() ? ClientExitCode.DONE : ClientExitCode.UNUSABLE, "");
    } catch (Exception e) {
      return end(ClientExitCode.of(e), ClientExitCode.reason(e));
    }
  }

  private void note(String text) {
    send(new ClusterMessage.Note("executor " + part.number() + ": " + text));
  }

  private End end(int exitCode, String reason) {
    return new End(part.number(), exitCode, reason);
  }

  @Override
  public void connected(LongSupplier operations) throws InterruptedException {
    send(new ClusterMessage.Ready());
    start.await();
    feed.start();
  }

  @Override
  public void worked() throws InterruptedException {
    feed.stop();
  }

  @Override
  public Map<String, Long> result(RunTotals totals, TlsSettings settings, TlsLedger ledger)
      throws IOException {
    try (TallyExporter tally =
        new TallyExporter(new TextMeasurementsExporter(OutputStream.nullOutputStream()))) {
      // Writes the last interval of each series.
      Measurements.getMeasurements().exportMeasurements(tally);
      feed.passOn();
      send(
          new ClusterMessage.Result(
              part.number(),
              totals.operations(),
              totals.rows(),
              totals.millis(),
              tally.statuses(),
              settings.enabled(),
              ledger.handshakes().entrySet().stream()
                  .map(one -> new ClusterMessage.Handshakes(one.getKey(), one.getValue()))
                  .toList(),
              ledger.logins()));
      return tally.failures();
    }
  }
}
