package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.report.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.RunResult;

/** A run such as the quick set gives, with figures of about the right size. */
final class Sample {
  private static final List<String> SUITES =
      List.of("tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20", "tls12-aes128-gcm");
  private static final double[] PER_BYTE = {0.21, 0.25, 0.62, 0.20};

  private final Random random = new Random(7);
  private final List<RunResult> results = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();

  static JmhRun quick(String... problems) {
    Sample sample = new Sample();
    sample.pairs();
    sample.handshakes();
    sample.records();
    return run(sample.results, sample.absences, problems);
  }

  static JmhRun run(List<RunResult> results, List<Absence> absences, String... problems) {
    return new JmhRun(
        RunRecord.of(
            "java -jar …/benchmarks.jar --set quick",
            Instant.parse("2026-11-21T06:15:10.123Z"),
            Duration.ofSeconds(547),
            problems.length == 0,
            List.of(problems),
            List.of()),
        "quick",
        42,
        results,
        absences);
  }

  private double[] around(double value) {
    return random.doubles(5, value * 0.985, value * 1.015).toArray();
  }

  private void pairs() {
    String aes = "tls13-aes128-gcm";
    results.add(
        Results.of("RecordPairs.block", "comparison", "suites", "provider", "jdk", "size", "16384")
            .pairing(Cost.cpu, "tls13-aes256-gcm", aes, 1.108)
            .pairing(Cost.cpu, "tls13-chacha20", aes, 12.4)
            .pairing(Cost.cpu, aes, aes, 1)
            .forks(1, 1.002, 0.998, 1.001, 0.999));
    results.add(
        Results.of("HandshakePairs.block", "comparison", "kinds", "provider", "jdk")
            .pairing(Cost.clientCpu, "resumed", "full", 0.188)
            .pairing(Cost.serverCpu, "resumed", "full", 0.43)
            .pairing(Cost.clientCpu, "full P_256", "full P_256", 1)
            .pairing(Cost.serverCpu, "full P_256", "full P_256", 1)
            .forks(1, 1.002, 0.998, 1.001, 0.999));
  }

  private void handshakes() {
    double[] factors = {1, 1.6, 0.45, 0.4};
    List<String> providers = List.of("jdk", "bouncycastle", "conscrypt", "openssl");
    for (String provider : providers) {
      for (String key : List.of("RSA_2048", "P_256")) {
        for (String group : List.of("x25519", "X25519MLKEM768")) {
          for (String kind : List.of("full", "resumed")) {
            handshake(provider, factors[providers.indexOf(provider)], key, group, kind);
          }
        }
      }
    }
  }

  private void handshake(String provider, double f, String key, String group, String kind) {
    String[] parameters = {
      "kind",
      kind,
      "provider",
      provider,
      "side",
      "client",
      "protocol",
      "TLSv1.3",
      "key",
      key,
      "group",
      group,
      "mutual",
      "false"
    };
    boolean hybrid = group.equals("X25519MLKEM768");
    boolean full = kind.equals("full");
    if (hybrid && provider.equals("jdk")) {
      absences.add(
          absence(
              "HandshakeBenchmark.handshake", "not offered by jdk: X25519MLKEM768", parameters));
    } else if (!full && provider.equals("bouncycastle")) {
      absences.add(
          absence(
              "HandshakeBenchmark.handshake",
              "not offered by bouncycastle: TLS 1.3 resumption",
              parameters));
    } else {
      double server = (full ? (key.equals("P_256") ? 480_000 : 1_350_000) : 330_000) + 40 * f;
      double client = ((full ? 890_000 : 300_000) + (hybrid ? 150_000 : 0)) * f;
      results.add(
          Results.of("HandshakeBenchmark.handshake", parameters)
              .in(TimeUnit.MICROSECONDS)
              .counting("clientNanos", client)
              .counting("serverNanos", server)
              .counting("clientRoundTripNanos", client + 12_000)
              .counting("serverRoundTripNanos", server + 15_000)
              .counting("flights", 3)
              .counting("clientBytes", hybrid ? 1650 : 410)
              .counting("serverBytes", full ? 1380 : 260)
              .counting("clientAllocatedBytes", 310_000 * f)
              .counting("serverAllocatedBytes", 290_000)
              .forks(around((client + server) / 1e3)));
    }
  }

  static Absence absence(String benchmark, String reason, String... parameters) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      map.put(parameters[i], parameters[i + 1]);
    }
    return new Absence(benchmark, map, reason);
  }

  private void records() {
    for (String size : List.of("64", "1024", "16384")) {
      int bytes = Integer.parseInt(size);
      for (String provider : List.of("jdk", "conscrypt", "openssl")) {
        for (int i = 0; i < SUITES.size(); i++) {
          if (provider.equals("openssl") && i > 0) {
            for (String method : List.of("roundTrip", "wrap")) {
              absences.add(
                  absence(
                      "RecordBenchmark." + method,
                      "not offered by openssl: a choice of suites in TLS 1.3",
                      "provider",
                      provider,
                      "suite",
                      SUITES.get(i),
                      "size",
                      size,
                      "buffer",
                      "heap"));
            }
            continue;
          }
          record("roundTrip", provider, SUITES.get(i), size, 900 + 2 * bytes * PER_BYTE[i]);
          record("wrap", provider, SUITES.get(i), size, 430 + bytes * PER_BYTE[i]);
        }
      }
      record("roundTrip", "none", SUITES.get(0), size, 14 + bytes * 0.01);
      record("wrap", "none", SUITES.get(0), size, 6 + bytes * 0.006);
    }
  }

  private void record(String method, String provider, String suite, String size, double nanos) {
    results.add(
        Results.of(
                "RecordBenchmark." + method,
                "provider",
                provider,
                "suite",
                suite,
                "size",
                size,
                "buffer",
                "heap")
            .counting("wireBytes", Integer.parseInt(size) + (provider.equals("jdk") ? 38 : 22))
            .counting("allocatedBytes", provider.equals("jdk") ? 1_240 : 96)
            .forks(around(nanos)));
  }
}
