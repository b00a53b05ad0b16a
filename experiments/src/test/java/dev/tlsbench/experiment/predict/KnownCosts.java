package dev.tlsbench.experiment.predict;

import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.result.Connections;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Results of measurements of a system whose costs are known. Forks are faster or slower as a whole,
 * and each figure has noise of its own.
 */
final class KnownCosts {
  static final double PLAIN = 20;
  static final double PLAIN_BYTE = 0.002;
  static final double MESSAGE = 2;
  static final double BYTE = 0.001;
  static final double REQUEST_BYTE = 0.0015;
  static final double CONNECTION = 500;
  static final double FULL = 1_000;
  static final double RESUMED = 400;

  /** The server's part of each cost, as a multiple of the client's. */
  static final double SERVER = 1.5;

  private final Random random = new Random(3);
  private int forks = 8;
  private double forkSpread = 0.2;
  private double noise = 0.005;
  private double added = 1;
  private boolean isServerKnown = true;
  private String variant = "tls13";
  private String group = "x25519";
  private double full = FULL;
  private Map<String, Long> logins = Map.of();
  private long retried;

  KnownCosts forks(int number) {
    forks = number;
    return this;
  }

  /** Multiplies the cost that TLS adds to messages. */
  KnownCosts added(double times) {
    added = times;
    return this;
  }

  /** Uses another group, whose full handshakes cost more or less. */
  KnownCosts group(String name, double cost) {
    variant = "tls13-" + name;
    group = name;
    full = cost;
    return this;
  }

  /** Lets each connection wait for the answer to a request for TLS. */
  KnownCosts asking() {
    logins = Map.of("TLS by request, SCRAM-SHA-256-PLUS", 500L);
    return this;
  }

  /** Lets each connection begin with TLS, without a request for it. */
  KnownCosts direct() {
    variant = "tls13-direct";
    logins = Map.of("direct TLS, SCRAM-SHA-256-PLUS", 500L);
    return this;
  }

  /** Lets the server ask each client for another key share. */
  KnownCosts retried() {
    retried = 500;
    return this;
  }

  KnownCosts serverElsewhere() {
    isServerKnown = false;
    return this;
  }

  /** Returns a comparison of reads of these sizes, and of long requests if asked for. */
  Result comparison(boolean withRequests, int... sizes) {
    Map<String, Double> plain = new TreeMap<>();
    List<VariantResult> variants = new ArrayList<>();
    for (boolean tls : new boolean[] {false, true}) {
      for (int size : sizes) {
        variants.add(
            add(plain, tls, "-" + size, size, 0, Map.of("fieldlength", Integer.toString(size))));
      }
      if (withRequests) {
        variants.add(
            add(
                plain,
                tls,
                "-request",
                1,
                16_384,
                Map.of(
                    "workload",
                    "dev.tlsbench.ycsb.workload.RepeatWorkload",
                    "repeat.length",
                    "1",
                    "repeat.request",
                    "16384")));
      }
    }
    List<EpochResult> epochs = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      double speed = Math.exp(forkSpread * random.nextGaussian());
      for (int epoch = 0; epoch < 4; epoch++) {
        epochs.add(epoch(fork, epoch, speed, plain));
      }
    }
    return new Result(
        "compare",
        run("bin/tlsbench compare"),
        new Setup(
            "mysql-tls",
            Map.of("readproportion", "1", "fieldcount", "1"),
            "plain-" + sizes[0],
            new Setup.Clients(1, List.of(1), isServerKnown, null, null, null),
            new Setup.Timing(forks, epochs.size(), 1, 100, null),
            1),
        new ServerFacts("MySQL", "9.7.4", false, 1, true, Map.of(), Map.of(), Map.of(), null, null),
        null,
        List.of(new Point(null, variants, epochs, List.of(), null, List.of())),
        List.of());
  }

  private VariantResult add(
      Map<String, Double> costs,
      boolean tls,
      String suffix,
      int reply,
      int request,
      Map<String, String> settings) {
    String name = (tls ? variant : "plain") + suffix;
    double cost = PLAIN + PLAIN_BYTE * (reply + request);
    double more = added * (MESSAGE + BYTE * reply + REQUEST_BYTE * request);
    costs.put(name, tls ? cost + more : cost);
    return new VariantResult(
        name,
        costs.size() == 1 ? Role.BASELINE : Role.VARIANT,
        settings,
        new VariantResult.Work(1, 0, 0, 1, null, null, null),
        null,
        List.of(),
        new Connections(
            1,
            tls ? List.of(negotiated(false)) : List.of(),
            tls ? logins : Map.of(),
            new Connections.Medians(null, null, null, null)),
        new VariantResult.Resources(null, null, null, null, null, null),
        Map.of());
  }

  private Negotiated negotiated(boolean resumed) {
    return new Negotiated("jdk", "TLSv1.3", "TLS_AES_128_GCM_SHA256", group, resumed, 1);
  }

  private EpochResult epoch(int fork, int epoch, double speed, Map<String, Double> costs) {
    List<EpochResult.Cost> seen = new ArrayList<>();
    costs.forEach(
        (variant, cost) ->
            seen.add(
                new EpochResult.Cost(
                    variant,
                    noisy((1 + SERVER) * speed * cost),
                    noisy(speed * cost),
                    isServerKnown ? noisy(SERVER * speed * cost) : null)));
    return new EpochResult(fork, epoch, true, 1, null, new EpochResult.Overhead(0, 0, 0, 0), seen);
  }

  private double noisy(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  /** Returns a measurement of connections behind a delay. */
  ConnectResult connections(double rttMillis, boolean resumes) {
    List<ConnectResult.KindResult> kinds = new ArrayList<>();
    kinds.add(kind("plain", Kind.PLAIN, null, CONNECTION, 7 * rttMillis));
    kinds.add(kind("tls", Kind.FULL, negotiated(false), CONNECTION + full, 8 * rttMillis));
    kinds.add(
        resumes
            ? kind("tls", Kind.RESUMED, negotiated(true), CONNECTION + RESUMED, 8 * rttMillis)
            : new ConnectResult.KindResult(
                "tls-resumed",
                new Series("tls", Kind.RESUMED),
                "the server resumed no session",
                new ConnectResult.Attempts(0, 0, 0, null, null),
                List.of(),
                Map.of(),
                Map.of(),
                new ConnectResult.Cpu(null, null),
                null,
                List.of()));
    return new ConnectResult(
        run("bin/tlsbench connect"),
        new ConnectResult.Setup(
            "mysql-tls", "plain", 500, 5, List.of(), 1, rttMillis, "SELECT 1", 1),
        new ConnectResult.Server(List.of("db"), false, true, null, null),
        kinds,
        List.of(),
        List.of());
  }

  private ConnectResult.KindResult kind(
      String variant, Kind kind, @Nullable Negotiated negotiated, double cost, double waitMillis) {
    Series series = new Series(variant, kind);
    List<ConnectResult.Round> rounds = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rounds.add(
          new ConnectResult.Round(
              i / 4,
              i,
              noisy((1 + SERVER) * cost) + 1_000 * waitMillis,
              noisy(cost),
              isServerKnown ? noisy(SERVER * cost) : null));
    }
    return new ConnectResult.KindResult(
        series.name(),
        series,
        null,
        new ConnectResult.Attempts(500, 0, 0, negotiated == null ? 0 : retried, 100.0),
        negotiated == null ? List.of() : List.of(negotiated),
        negotiated == null ? Map.of() : logins,
        Map.of(),
        new ConnectResult.Cpu(null, null),
        null,
        rounds);
  }

  static RunRecord run(String command) {
    return RunRecord.of(command, Instant.EPOCH, Duration.ofSeconds(1), true, List.of(), List.of());
  }

  static Calibration.Source source() {
    return source("17.0.15+6");
  }

  static Calibration.Source source(String jdk) {
    return new Calibration.Source(
        null, "bin/tlsbench compare", "1970-01-01T00:00:00Z", "MySQL 9.7.4", jdk, null);
  }
}
