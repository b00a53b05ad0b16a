package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.Comparison;
import dev.tlsbench.jmh.cell.Cost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares kinds of handshake, groups, providers or trust managers: CPU time of the client and of
 * the server in a TLS 1.3 handshake, as {@link HandshakeBenchmark} counts it.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="HandshakePairs -p comparison=kinds"</pre>
 */
@Measurement(iterations = 20, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class HandshakePairs extends PairedBenchmark {
  @Param({"kinds", "mutual", "groups", "groupsOfRsa", "providers", "trust", "trustOfRsa"})
  public Comparison comparison = Comparison.kinds;

  public HandshakePairs() {
    super(HandshakeBenchmark::new);
  }

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new HandshakePairs(), parameters).absence();
  }

  @Override
  Comparison comparison() {
    return comparison;
  }

  @Override
  List<Cost> costs() {
    // With the hybrid group the server uses another implementation: only clients are comparable.
    return comparison == Comparison.groups || comparison == Comparison.groupsOfRsa
        ? List.of(Cost.clientCpu)
        : List.of(Cost.clientCpu, Cost.serverCpu);
  }
}
