package dev.tlsbench.experiment.predict;

import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.result.ConnectionCounts;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result folders of measurements of a system whose costs are known: two fifths of each are the
 * client's, three the server's, and half-widths are 1 %.
 */
public final class MeasuredFolders {
  static final double PLAIN = 50;
  static final double PLAIN_BYTE = 0.005;
  static final double MESSAGE = 5;
  static final double BYTE = 0.0025;
  static final double CONNECTION = 1_250;
  static final double FULL = 2_500;
  static final double RESUMED = 1_000;
  static final double CLIENT = 0.4;
  static final double SERVER = 0.6;

  private static final double HALF_WIDTH = 0.01;
  private static final Negotiated TLS =
      new Negotiated("jdk", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", false, 1);

  private MeasuredFolders() {}

  /** Writes a comparison of reads of three sizes. */
  public static Path comparison(Path folder, String server) throws IOException {
    return comparison(folder, server, true, 100, 4_096, 32_768);
  }

  static Path comparison(Path folder, String server, boolean isServerKnown, int... sizes)
      throws IOException {
    double baseline = operation(false, sizes[0]);
    NamedFigures figures = new NamedFigures();
    List<VariantResult> variants = new ArrayList<>();
    for (boolean tls : new boolean[] {false, true}) {
      for (int size : sizes) {
        String name = (tls ? "tls13" : "plain") + (size == sizes[0] ? "" : "-" + size);
        figures.of(name, false);
        if (variants.isEmpty()) {
          figures.add("p50Time", Unit.MICROS, baseline);
          figures.add("clientCpuTime", Unit.MICROS, CLIENT * baseline);
          figures.add("serverCpuTime", Unit.MICROS, isServerKnown ? SERVER * baseline : null);
        } else {
          Interval ratio = measured(operation(tls, size) / baseline);
          figures.add("typical", Unit.RATIO, ratio, true).add("clientCpu", Unit.RATIO, ratio, true);
          figures.add("serverCpu", Unit.RATIO, isServerKnown ? ratio : null, true);
        }
        variants.add(variant(name, variants.isEmpty(), tls, size));
      }
    }
    return write(
        folder,
        server,
        new Result(
            Result.SCHEMA_VERSION,
            "compare",
            run("bin/tlsbench compare"),
            new Setup(
                "mysql-tls",
                Map.of("readproportion", "1", "fieldcount", "1"),
                "plain",
                new Setup.Clients(1, List.of(1), isServerKnown, null, null, null),
                new Setup.Timing(8, 32, 1, 100, null),
                1),
            new ServerFacts(
                "MySQL", "9.7.4", false, 1, true, Map.of(), Map.of(), Map.of(), null, null),
            null,
            List.of(new Point(null, variants, List.of(), List.of(), null, List.of())),
            List.of(),
            figures.list()));
  }

  private static double operation(boolean tls, int bytes) {
    return PLAIN + PLAIN_BYTE * bytes + (tls ? MESSAGE + BYTE * bytes : 0);
  }

  private static Interval measured(double value) {
    return new Interval(value, (1 - HALF_WIDTH) * value, (1 + HALF_WIDTH) * value);
  }

  private static VariantResult variant(String name, boolean isBaseline, boolean tls, int size) {
    return new VariantResult(
        name,
        isBaseline ? Role.BASELINE : Role.VARIANT,
        Map.of("fieldlength", Integer.toString(size)),
        new VariantResult.Work(1, 0, 0, 1, null, null, null, null),
        null,
        List.of(),
        new ConnectionCounts(
            1,
            tls ? List.of(TLS) : List.of(),
            Map.of(),
            new ConnectionCounts.Medians(null, null, null, null)),
        new VariantResult.Resources(null, null, null, null, null, null),
        Map.of());
  }

  /** Writes new connections of the variant {@code tls13}. */
  public static Path connections(Path folder, String server, double rttMillis) throws IOException {
    NamedFigures figures = new NamedFigures();
    List<ConnectResult.KindResult> kinds = new ArrayList<>();
    add(kinds, figures, new Series("plain", Kind.PLAIN), null, CONNECTION, 7 * rttMillis);
    add(kinds, figures, new Series("tls13", Kind.FULL), TLS, CONNECTION + FULL, 8 * rttMillis);
    add(
        kinds,
        figures,
        new Series("tls13", Kind.RESUMED),
        TLS,
        CONNECTION + RESUMED,
        8 * rttMillis);
    return write(
        folder,
        server,
        new ConnectResult(
            ConnectResult.SCHEMA_VERSION,
            "connect",
            run("bin/tlsbench connect"),
            new ConnectResult.Setup(
                "mysql-tls", "plain", 500, 5, List.of(), 1, rttMillis, "SELECT 1", 1),
            new ConnectResult.Server(List.of("db"), false, true, null, null),
            kinds,
            List.of(),
            List.of(),
            figures.list()));
  }

  private static void add(
      List<ConnectResult.KindResult> kinds,
      NamedFigures figures,
      Series series,
      @Nullable Negotiated tls,
      double cost,
      double waitMillis) {
    figures
        .of(series.name(), false)
        .add("totalTime", Unit.MICROS, measured(cost + 1_000 * waitMillis), true)
        .add("clientCpuTime", Unit.MICROS, measured(CLIENT * cost), true)
        .add("serverCpuTime", Unit.MICROS, SERVER * cost);
    kinds.add(
        new ConnectResult.KindResult(
            series.name(),
            series,
            null,
            new ConnectResult.Attempts(500, 0, 0, 0L, 100.0),
            tls == null ? List.of() : List.of(tls),
            Map.of(),
            Map.of(),
            new ConnectResult.Cpu(null, null),
            null,
            List.of()));
  }

  static RunRecord run(String command) {
    return RunRecord.of(command, Instant.EPOCH, Duration.ofSeconds(1), true, List.of(), List.of());
  }

  static Path write(Path folder, String server, Record result) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("result.json"), Json.bytes(result));
    Files.write(folder.resolve("environment.json"), Json.bytes(Inventory.take(server, Map.of())));
    return folder;
  }
}
