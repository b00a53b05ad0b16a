package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.JsonLine;
import dev.tlsbench.client.cluster.PartInput;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.client.properties.NamedGroupsOfJdk;
import dev.tlsbench.client.run.PartMessage.End;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/**
 * The main class of one executor's part of a load or run. Its first line of input is a {@link
 * PartSpec}, the second one starts it when it is connected; it ends with its input. It reports its
 * measurements during the work, as {@link PartMessage}s.
 */
final class PartMain implements WorkloadTask.Part {
  private static final Logger BOUNCY_CASTLE = Logger.getLogger("org.bouncycastle.jsse");

  private final PrintStream output;
  private final PartInput others;
  private final SeriesFeed feed;

  private PartMain(PrintStream output, PartInput others, Path logs) {
    this.output = output;
    this.others = others;
    this.feed = new SeriesFeed(logs, this::send);
  }

  /** Runs the part that standard input describes. */
  public static void main(String[] args) throws IOException {
    PrintStream output = System.out;
    // YCSB and drivers print to System.out.
    System.setOut(System.err);
    BOUNCY_CASTLE.setLevel(Level.SEVERE);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PartSpec spec = JsonLine.parse(input.readLine(), PartSpec.class);
    PartInput others = new PartInput(input);
    // The executor removes it, with the folder for temporary files that this JVM was given.
    Path folder = Files.createTempDirectory("tlsbench-part");
    Path logs = Files.createDirectory(folder.resolve("series"));
    PartMain part = new PartMain(output, others, logs);
    part.send(part.run(spec, folder));
    // Drivers may leave threads running.
    System.exit(ClientExitCode.DONE);
  }

  private void send(PartMessage message) {
    output.println(JsonLine.of(message));
    output.flush();
  }

  private End run(PartSpec spec, Path folder) {
    try {
      Properties properties = ShippedProperties.unpack(spec.properties(), folder);
      NamedGroupsOfJdk.apply(properties);
      feed.requestLogs(properties);
      properties.remove(Client.EXPORTER_PROPERTY);
      properties.remove(Client.EXPORT_FILE_PROPERTY);
      properties.remove(Client.STATUS_PROPERTY);
      boolean usable =
          new WorkloadTask(
                  Binding.of(spec.binding()),
                  properties,
                  Map.of(),
                  System.err,
                  System.err,
                  new Progress(System.err, text -> send(new PartMessage.Note(text))))
              .partOfMany(this)
              .run(spec.transactions());
      return new End(usable ? ClientExitCode.DONE : ClientExitCode.UNUSABLE, "");
    } catch (Exception e) {
      return end(e);
    }
  }

  @Override
  public void connected() throws InterruptedException {
    others.await(output);
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
          new PartMessage.Result(
              totals.operations(),
              totals.rows(),
              totals.millis(),
              tally.statuses(),
              settings.enabled(),
              ledger.handshakes().entrySet().stream()
                  .map(one -> new PartMessage.Handshakes(one.getKey(), one.getValue()))
                  .toList(),
              ledger.logins()));
      return tally.failures();
    }
  }

  private static End end(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidSettingException) {
        return new End(ClientExitCode.INVALID, String.valueOf(cause.getMessage()));
      }
      if (cause instanceof ConnectFailedException) {
        return new End(ClientExitCode.NO_CONNECTION, String.valueOf(cause.getMessage()));
      }
    }
    return new End(ClientExitCode.UNUSABLE, e.toString());
  }
}
