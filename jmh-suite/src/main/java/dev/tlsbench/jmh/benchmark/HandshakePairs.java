package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.cell.VariantSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compares kinds of handshake, groups, providers or trust managers: CPU time of the client and of
 * the server in a TLS 1.3 handshake, as {@link HandshakeBenchmark} counts it.
 *
 * <pre>bin/jmh HandshakePairs -p comparison=kinds</pre>
 */
@Warmup(iterations = 3, time = 5, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 12, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class HandshakePairs extends PairedBenchmark {
  private static final String CLIENT = "clientCpu";

  @Param({"kinds", "mutual", "groups", "groupsOfRsa", "providers", "trust", "trustOfRsa"})
  public VariantSet comparison = VariantSet.kinds;

  public HandshakePairs() {
    super(HandshakeBenchmark::new);
  }

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new HandshakePairs(), parameters).absence();
  }

  @Override
  VariantSet comparison() {
    return comparison;
  }

  @Override
  List<String> sides() {
    return List.of(CLIENT, "serverCpu");
  }

  /** With a hybrid group the server uses another implementation: only clients are comparable. */
  @Override
  boolean isComparable(String side, Map<String, String> cell, Map<String, String> baseline) {
    return side.equals(CLIENT) || Objects.equals(cell.get("group"), baseline.get("group"));
  }
}
