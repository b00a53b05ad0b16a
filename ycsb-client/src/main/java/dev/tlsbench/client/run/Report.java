package dev.tlsbench.client.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.TlsSection;
import dev.tlsbench.ycsb.workload.PublishedBenchmark;
import dev.tlsbench.ycsb.workload.PublishedBenchmark.Headline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.StatusThread;
import site.ycsb.Utils;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/**
 * Writes the result of a run as the properties {@code exporter} and {@code exportfile} specify.
 *
 * <p>The {@code [TLS]} section follows the measurements in the same place if they are text. It does
 * not fit into other formats, so it goes to standard error then, and the numbers of handshakes are
 * added to the measurements.
 */
final class Report {
  private final Constructor<? extends MeasurementsExporter> exporter;
  private final @Nullable Path file;
  private final Optional<Headline> headline;
  private final PrintStream out;
  private final PrintStream err;

  private Report(
      Constructor<? extends MeasurementsExporter> exporter,
      @Nullable Path file,
      Optional<Headline> headline,
      PrintStream out,
      PrintStream err) {
    this.exporter = exporter;
    this.file = file;
    this.headline = headline;
    this.out = out;
    this.err = err;
  }

  /**
   * Prepares the output before there is a result that could be lost.
   *
   * @param workload the source of the result, or its load
   * @param properties of the run, which are verified
   * @throws InvalidSettingException if the exporter is unknown
   */
  static Report of(Workload workload, Properties properties, PrintStream out, PrintStream err) {
    String exporter =
        properties.getProperty(Client.EXPORTER_PROPERTY, TextMeasurementsExporter.class.getName());
    String file = properties.getProperty(Client.EXPORT_FILE_PROPERTY);
    return new Report(
        constructor(exporter.strip()),
        file == null ? null : Path.of(file),
        Boolean.parseBoolean(properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY))
                && workload instanceof PublishedBenchmark benchmark
            ? Optional.of(benchmark.headline())
            : Optional.empty(),
        out,
        err);
  }

  /**
   * Writes the result.
   *
   * @return the operations that failed, by kind and status
   */
  Map<String, Long> write(RunTotals totals, TlsSettings settings, TlsLedger ledger)
      throws IOException {
    return write(
        totals,
        tally -> {
          overall(totals, tally);
          collectors(totals, tally);
          Measurements.getMeasurements().exportMeasurements(tally);
        },
        TlsSection.lines(settings, ledger),
        ledger.fullHandshakes(),
        ledger.resumedHandshakes());
  }

  /** The measurements of a result. */
  @FunctionalInterface
  interface Body {
    void exportTo(MeasurementsExporter to) throws IOException;
  }

  /**
   * Writes the result.
   *
   * @param totals of all threads and parts
   * @param section the lines about TLS
   * @return the operations that failed, by kind and status
   */
  Map<String, Long> write(
      RunTotals totals, Body body, List<String> section, long full, long resumed)
      throws IOException {
    boolean text = TextMeasurementsExporter.class.isAssignableFrom(exporter.getDeclaringClass());
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    TallyExporter tally = new TallyExporter(exporterTo(result));
    try (tally) {
      body.exportTo(tally);
      if (headline.isPresent()) {
        Headline figure = headline.get();
        tally.write(
            figure.section(),
            figure.name(),
            tally.successes(figure.operation()) * 1000.0 * figure.seconds() / totals.millis());
      }
      if (!text) {
        tally.write("TLS", "HandshakesFull", full);
        tally.write("TLS", "HandshakesResumed", resumed);
      }
    }
    if (text) {
      result.writeBytes(
          (String.join(System.lineSeparator(), withRemark(section)) + System.lineSeparator())
              .getBytes(StandardCharsets.UTF_8));
    } else {
      withRemark(section).forEach(err::println);
    }
    deliver(result.toByteArray());
    return tally.failures();
  }

  /** Writes the result to its file, or to standard output if that cannot be done. */
  private void deliver(byte[] result) throws IOException {
    try {
      if (file == null) {
        out.writeBytes(result);
      } else {
        Files.write(file, result);
      }
    } catch (IOException e) {
      out.writeBytes(result);
      throw new IOException(
          "exportfile: " + file + " cannot be written; the result is on standard output", e);
    }
  }

  private List<String> withRemark(List<String> section) {
    return Stream.concat(
            headline.stream()
                .map(figure -> "[" + figure.section() + "], Remark, " + figure.remark()),
            section.stream())
        .toList();
  }

  static void overall(RunTotals totals, MeasurementsExporter to) throws IOException {
    long millis = totals.millis();
    to.write("OVERALL", "RunTime(ms)", millis);
    to.write("OVERALL", "Throughput(ops/sec)", totals.operations() * 1000.0 / millis);
    if (totals.rows() > 0) {
      to.write("ROWS", "Count", totals.rows());
      to.write("ROWS", "Throughput(rows/sec)", totals.rows() * 1000.0 / millis);
    }
  }

  private static void collectors(RunTotals totals, MeasurementsExporter to) throws IOException {
    long millis = totals.millis();
    long count = 0;
    long time = 0;
    for (Map.Entry<String, Long[]> collector : Utils.getGCStatst().entrySet()) {
      Long[] countAndTime = collector.getValue();
      count += countAndTime[0];
      time += countAndTime[1];
      to.write("TOTAL_GCS_" + collector.getKey(), "Count", countAndTime[0]);
      to.write("TOTAL_GC_TIME_" + collector.getKey(), "Time(ms)", countAndTime[1]);
      to.write(
          "TOTAL_GC_TIME_%_" + collector.getKey(), "Time(%)", countAndTime[1] * 100.0 / millis);
    }
    to.write("TOTAL_GCs", "Count", count);
    to.write("TOTAL_GC_TIME", "Time(ms)", time);
    to.write("TOTAL_GC_TIME_%", "Time(%)", time * 100.0 / millis);
    StatusThread status = totals.status();
    if (status != null && status.trackJVMStats()) {
      to.write("MAX_MEM_USED", "MBs", status.getMaxUsedMem());
      to.write("MIN_MEM_USED", "MBs", status.getMinUsedMem());
      to.write("MAX_THREADS", "Count", status.getMaxThreads());
      to.write("MIN_THREADS", "Count", status.getMinThreads());
      to.write("MAX_SYS_LOAD_AVG", "Load", status.getMaxLoadAvg());
      to.write("MIN_SYS_LOAD_AVG", "Load", status.getMinLoadAvg());
    }
  }

  private MeasurementsExporter exporterTo(OutputStream target) throws IOException {
    try {
      return exporter.newInstance(target);
    } catch (ReflectiveOperationException e) {
      throw new IOException("exporter: " + exporter.getDeclaringClass().getName() + " failed", e);
    }
  }

  private static Constructor<? extends MeasurementsExporter> constructor(String name) {
    try {
      return Class.forName(name)
          .asSubclass(MeasurementsExporter.class)
          .getConstructor(OutputStream.class);
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      String known = TextMeasurementsExporter.class.getPackageName();
      throw new InvalidSettingException(
          "exporter: there is no exporter class '"
              + name
              + "'; choose TextMeasurementsExporter, JSONMeasurementsExporter or"
              + " JSONArrayMeasurementsExporter of "
              + known,
          e);
    }
  }
}
