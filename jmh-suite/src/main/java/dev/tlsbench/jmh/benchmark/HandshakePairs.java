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
 * Kinds of handshake, groups or providers beside each other: CPU time of the client and of the
 * server in a handshake under TLS 1.3, as {@link HandshakeBenchmark} counts it.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="HandshakePairs -p comparison=kinds"</pre>
 */
@Measurement(iterations = 20, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class HandshakePairs extends PairedBenchmark {
  @Param({"kinds", "mutual", "groups", "providers"})
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
    // The server of the hybrid group is another implementation, so only clients compare.
    return comparison == Comparison.groups
        ? List.of(Cost.clientCpu)
        : List.of(Cost.clientCpu, Cost.serverCpu);
  }
}
