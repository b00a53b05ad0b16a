package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import org.openjdk.jmh.annotations.Param;

/** A benchmark of a TLS implementation. */
public abstract class ClientBenchmark extends SuiteBenchmark {
  /** The TLS implementation under test; the baseline's where implementations are compared. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "jdk";

  TlsProvider provider() {
    return TlsProvider.of(provider);
  }
}
