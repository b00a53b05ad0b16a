package dev.tlsbench.jmh.run;

import static java.util.Map.entry;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A choice among all benchmarks with all values of their parameters. */
public enum BenchmarkSet {
  /**
   * The ratios that are asked for most, and a few absolute figures, in about a quarter of an hour.
   */
  QUICK,
  /**
   * Every benchmark, and every value of every parameter around the usual case; about two hours and
   * a quarter.
   */
  FULL,
  /** Every combination of every value of every parameter: days. */
  ALL;

  private static final String[] TLS13 = {"tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20"};

  private static final String[] ENGINES = {"jdk", "bouncycastle", "conscrypt", "openssl"};

  private static final String[] OTHERS = {"bouncycastle", "conscrypt", "openssl"};

  /** A parameter means the same in each benchmark that has it, and so does its usual value. */
  private static final Map<String, String> USUAL =
      Map.ofEntries(
          entry("provider", "jdk"),
          entry("suite", "tls13-aes128-gcm"),
          entry("size", "16384"),
          entry("buffer", "heap"),
          entry("kind", "full"),
          entry("side", "client"),
          entry("protocol", "TLSv1.3"),
          entry("key", "P_256"),
          entry("group", "x25519"),
          entry("mutual", "false"),
          entry("transport", "sslsocket"),
          entry("database", "mongodb"),
          entry("comparison", "suites"));

  private static final List<Arm> QUICK_ARMS =
      List.of(
          recordPairs("suites").with("size", "1024", "16384"),
          recordPairs("providers"),
          handshakePairs("kinds"),
          handshakePairs("groups").with("provider", "openssl"),
          handshake(),
          roundTrip().with("provider", ENGINES),
          records("wrap"));

  private static final List<Arm> FULL_ARMS =
      List.of(
          recordPairs("suites").withEvery("size"),
          recordPairs("suites").with("provider", OTHERS),
          recordPairs("buffers").with("provider", "jdk", "openssl"),
          recordPairs("providers").with("size", "1024", "16384"),
          handshakePairs("kinds").with("provider", "jdk", "openssl"),
          handshakePairs("groups").withEvery("provider"),
          handshakePairs("providers"),
          handshake().withEvery("provider").withEvery("protocol").withEvery("kind"),
          handshake().withEvery("provider").with("key", "RSA_2048"),
          handshake().withEvery("key"),
          handshake().withEvery("provider").with("group", "x25519", "X25519MLKEM768"),
          handshake().with("provider", "jdk", "openssl").withEvery("group"),
          handshake()
              .with("provider", "openssl")
              .with("group", "X25519MLKEM768")
              .with("kind", "resumed"),
          handshake().with("provider", "jdk", "openssl").withEvery("mutual"),
          handshake().with("provider", OTHERS).with("side", "server"),
          roundTrip().withEvery("suite"),
          roundTrip().withEvery("size"),
          roundTrip().with("provider", ENGINES).with("size", "1024", "16384"),
          roundTrip().with("buffer", "direct"),
          roundTrip().with("provider", "none").with("size", "64"),
          records("wrap").with("provider", ENGINES),
          records("wrap").with("suite", TLS13),
          records("wrap").with("provider", "jdk", "none").with("size", "64"),
          records("unwrap").with("provider", ENGINES),
          records("unwrap").with("provider", "jdk", "none").with("size", "64"),
          cipher("encrypt").withEvery("suite"),
          cipher("encrypt").withEvery("size"),
          cipher("encrypt").withEvery("provider"),
          cipher("decrypt"),
          socket().with("suite", "plain", "tls13-aes128-gcm").withEvery("size"),
          socket().withEvery("suite"),
          socket().withEvery("provider"),
          socket()
              .with("transport", "netty")
              .with("provider", "jdk", "openssl")
              .with("suite", "plain", "tls13-aes128-gcm"),
          connect().withEvery("kind"),
          connect().with("database", "mysql").with("protocol", "TLSv1.2").withEvery("kind"),
          connect().with("database", "mysql").with("kind", "plain"),
          read().with("suite", "plain", "tls13-aes128-gcm").withEvery("size"),
          read().withEvery("suite"),
          read().withEvery("database").with("suite", "plain", "tls13-aes128-gcm"));

  private static Arm recordPairs(String comparison) {
    return Arm.of("RecordPairs", "block").with("comparison", comparison);
  }

  private static Arm handshakePairs(String comparison) {
    return Arm.of("HandshakePairs", "block").with("comparison", comparison);
  }

  private static Arm handshake() {
    return Arm.of("HandshakeBenchmark", "handshake");
  }

  private static Arm roundTrip() {
    return records("roundTrip");
  }

  private static Arm records(String method) {
    return Arm.of("RecordBenchmark", method);
  }

  private static Arm cipher(String method) {
    return Arm.of("CipherBenchmark", method);
  }

  private static Arm connect() {
    return Arm.of("ConnectBenchmark", "connect");
  }

  private static Arm read() {
    return Arm.of("OperationBenchmark", "read");
  }

  private static Arm socket() {
    return Arm.of("SocketBenchmark", "roundTrip");
  }

  /**
   * Finds a set by its name on the command line.
   *
   * @param id such as {@code quick}
   * @throws InvalidSettingException if there is none of that name; the message has the choices
   */
  public static BenchmarkSet of(String id) {
    return Arrays.stream(values())
        .filter(set -> set.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "--set: there is no set '" + id + "'; choose one of " + choices()));
  }

  static String choices() {
    return Arrays.stream(values()).map(BenchmarkSet::id).collect(Collectors.joining(", "));
  }

  /**
   * The name on the command line.
   *
   * @return such as {@code quick}
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The cells of the set, including those that cannot run on this JVM. */
  public List<BenchmarkCell> cells(Catalog catalog) {
    Set<BenchmarkCell> cells = new LinkedHashSet<>();
    switch (this) {
      case QUICK -> QUICK_ARMS.forEach(arm -> cells.addAll(arm.cells(catalog, USUAL)));
      case FULL -> FULL_ARMS.forEach(arm -> cells.addAll(arm.cells(catalog, USUAL)));
      case ALL -> catalog.methods().forEach(method -> cells.addAll(method.cells()));
    }
    return List.copyOf(cells);
  }
}
