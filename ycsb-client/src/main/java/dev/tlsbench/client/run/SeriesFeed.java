package dev.tlsbench.client.run;

import dev.tlsbench.client.cluster.ClusterMessage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import site.ycsb.measurements.Measurements;

/**
 * Forwards the histograms in YCSB's logs, one for each series and second, so that a part that is
 * killed loses only the last second.
 *
 * <p>For one thread, beside the one that it starts.
 */
final class SeriesFeed {
  private static final String SUFFIX = ".hdr";

  private final int part;
  private final Path folder;
  private final Consumer<ClusterMessage> messages;
  private final Map<Path, Long> read = new HashMap<>();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread = new Thread(this::follow, "tlsbench-series");

  /** Creates a feed of the logs in an empty folder. */
  SeriesFeed(int part, Path folder, Consumer<ClusterMessage> messages) {
    this.part = part;
    this.folder = folder;
    this.messages = messages;
  }

  /** Makes YCSB write logs. */
  void requestLogs(Properties properties) {
    properties.setProperty("hdrhistogram.fileoutput", "true");
    properties.setProperty("hdrhistogram.output.path", folder + "/");
  }

  /** Starts forwarding. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void follow() {
    try {
      while (!ending.await(1, TimeUnit.SECONDS)) {
        // Writes an interval of each series.
        Measurements.getMeasurements().getSummary();
        passOn();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (UncheckedIOException e) {
      messages.accept(
          new ClusterMessage.Note(
              "executor " + part + ": measurements arrive at the end only: " + e.getMessage()));
    }
  }

  /** Ends the thread; only the export of the measurements writes afterwards. */
  void stop() throws InterruptedException {
    ending.countDown();
    thread.join();
  }

  /** Forwards everything since the last call. */
  void passOn() {
    try (Stream<Path> logs = Files.list(folder)) {
      for (Path log : logs.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList()) {
        passOn(log);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void passOn(Path log) throws IOException {
    long from = read.getOrDefault(log, 0L);
    byte[] bytes = new byte[Math.toIntExact(Files.size(log) - from)];
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(from);
      file.readFully(bytes);
    }
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    read.put(log, from + end);
    String name = log.getFileName().toString();
    String series = name.substring(0, name.length() - SUFFIX.length());
    new String(bytes, 0, end, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#") && !line.startsWith("\""))
        .forEach(line -> passOn(series, line.split(",", -1)));
  }

  /** Forwards an interval: start, length, the largest value, and the histogram. */
  private void passOn(String series, String[] fields) {
    String encoded = fields[fields.length - 1];
    double end = Double.parseDouble(fields[0]) + Double.parseDouble(fields[1]);
    if (MergedMeasurements.decode(encoded).getTotalCount() > 0) {
      messages.accept(new ClusterMessage.Interval(part, series, end, encoded));
    }
  }
}
