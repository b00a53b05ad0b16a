package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;

/**
 * Kinds of handshake, groups or providers beside each other: CPU time of the client and of the
 * server in a handshake under TLS 1.3, as {@link HandshakeBenchmark} counts it.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="HandshakePairs -p comparison=kinds"</pre>
 */
@Measurement(iterations = 20, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class HandshakePairs extends PairedBenchmark {
  /** The cells that are compared; the first value is the baseline's. */
  @Param({"kinds", "groups", "providers"})
  public String comparison = "";

  /** The TLS implementation of the client; the baseline's, where providers are compared. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "";

  /** Makes a benchmark whose parameters are still to be set. */
  public HandshakePairs() {}

  /**
   * Returns why a parameter set cannot run on this JVM.
   *
   * @return why not; empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    return Comparisons.absence(choose(parameters), HandshakeBenchmark::absence, parameters);
  }

  private static List<Map<String, String>> choose(Map<String, String> parameters) {
    Parameters given = new Parameters(parameters);
    Map<String, String> usual =
        new TreeMap<>(
            Map.of(
                "provider", given.get("provider"),
                "kind", "full",
                "side", "client",
                "protocol", "TLSv1.3",
                "key", "P_256",
                "group", "x25519",
                "mutual", "false"));
    return switch (given.get("comparison")) {
      case "kinds" ->
          List.of(
              usual,
              Comparisons.with(usual, "kind", "resumed"),
              Comparisons.with(usual, "key", "RSA_2048"),
              Comparisons.with(usual, "mutual", "true"));
      case "groups" -> Comparisons.varying(usual, "group", "x25519", "X25519MLKEM768");
      default -> Comparisons.varying(usual, "provider", Comparisons.PROVIDERS);
    };
  }

  @Override
  List<String> figures() {
    // The server of the hybrid group is another implementation, so only clients compare.
    return comparison.equals("groups") ? List.of("clientCpu") : List.of("clientCpu", "serverCpu");
  }

  @Override
  List<PairedCell> newCells() {
    return choose(Map.of("comparison", comparison, "provider", provider)).stream()
        .filter(cell -> HandshakeBenchmark.absence(cell).isEmpty())
        .<PairedCell>map(Handshakes::new)
        .toList();
  }

  /** Handshakes of one kind, a burst each. */
  private static final class Handshakes implements PairedCell {
    private final Map<String, String> parameters;
    private final HandshakeBenchmark benchmark = new HandshakeBenchmark();

    Handshakes(Map<String, String> parameters) {
      this.parameters = parameters;
      benchmark.set(parameters);
    }

    @Override
    public Map<String, String> parameters() {
      return parameters;
    }

    @Override
    public void create() {
      benchmark.makeCredentials();
    }

    @Override
    public void open() throws IOException {
      benchmark.openContexts();
    }

    @Override
    public void burst(long[] costs) throws IOException {
      HandshakeBenchmark.Counters counters = new HandshakeBenchmark.Counters();
      benchmark.makeEngines();
      benchmark.handshake(counters);
      benchmark.checkOutcome();
      costs[0] = counters.clientNanos;
      if (costs.length > 1) {
        costs[1] = counters.serverNanos;
      }
    }

    @Override
    public void close() {
      benchmark.closeContexts();
    }

    @Override
    public void delete() {
      benchmark.deleteCredentials();
    }
  }
}
