package dev.tlsbench.client.run;

import dev.tlsbench.ycsb.Binding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.DBException;

/** One executor's part of a load or run: reports its measurements while it works. */
public final class PartTask {
  private final Binding binding;
  private final Properties properties;
  private final PartLines lines;
  private final SeriesFeed feed;

  /**
   * Prepares a part.
   *
   * @param properties those of this part
   * @param folder an empty one, for logs
   * @param lines receives measurements and messages
   */
  public PartTask(Binding binding, Properties properties, Path folder, PartLines lines) {
    this.binding = binding;
    this.properties = properties;
    this.lines = lines;
    this.feed = new SeriesFeed(folder, lines);
    feed.requestLogs(properties);
    properties.setProperty(Client.EXPORTER_PROPERTY, PartExporter.class.getName());
    properties.remove(Client.EXPORT_FILE_PROPERTY);
    properties.remove(Client.STATUS_PROPERTY);
  }

  /** Waits for the other parts. */
  @FunctionalInterface
  public interface Gate {
    void await() throws InterruptedException;
  }

  /**
   * Loads or runs.
   *
   * @param gate waited for when all threads are connected
   * @return {@code false} if the result must not be used
   */
  public boolean run(boolean transactions, Gate gate)
      throws DBException, IOException, InterruptedException {
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(values, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(section, true, StandardCharsets.UTF_8)) {
      boolean usable =
          new WorkloadTask(binding, properties, Map.of(), out, err, lines::message)
              .partOfMany(phases(gate))
              .run(transactions);
      feed.passOn();
      lines.all(values.toString(StandardCharsets.UTF_8));
      section
          .toString(StandardCharsets.UTF_8)
          .lines()
          .forEach(line -> lines.line(PartLines.TLS, line));
      return usable;
    }
  }

  private WorkloadTask.Phases phases(Gate gate) {
    return new WorkloadTask.Phases() {
      @Override
      public void connected() throws InterruptedException {
        gate.await();
        feed.start();
      }

      @Override
      public void worked() throws InterruptedException {
        feed.stop();
      }
    };
  }
}
