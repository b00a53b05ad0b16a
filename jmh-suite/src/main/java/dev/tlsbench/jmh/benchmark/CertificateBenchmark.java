package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.CertificateConnections;
import dev.tlsbench.jmh.tls.CertificateKey;
import dev.tlsbench.jmh.tls.EnginePair;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A full handshake of TLS 1.3 by the key of the server's certificates, ML-DSA-65 among them, in
 * memory, on one thread. Bouncy Castle is at both ends of every row, as the other implementations
 * do not authenticate with ML-DSA. The server sends its own certificate and an intermediate one.
 *
 * <p>Unlike in {@link HandshakeBenchmark}, Bouncy Castle's own rules verify the chain: the JDK
 * verifies ML-DSA from Java 24 on.
 *
 * <pre>bin/jmh CertificateBenchmark -f 10</pre>
 */
@Warmup(iterations = 20, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // set by JMH
public class CertificateBenchmark extends SuiteBenchmark {
  /** The type of all keys of the chain. */
  @Param({"P_256", "RSA_2048", "ML_DSA_65"})
  public CertificateKey key = CertificateKey.P_256;

  private final SideMeter meter = new SideMeter();

  private CertificateConnections connections;
  private EnginePair pair;
  private int flights;

  /** Bytes of certificates, summed over the handshakes of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Sizes {
    public long certificateBytes;
    public long chainBytes;
  }

  /** Returns that every cell can run: no other implementation is needed. */
  public static Optional<String> absence(Map<String, String> parameters) {
    return Optional.empty();
  }

  @Setup
  public void create() {
    connections = CertificateConnections.open(key);
  }

  @Setup(Level.Iteration)
  public void calibrate() {
    meter.calibrate();
  }

  @Setup(Level.Invocation)
  public void makeEngines() {
    meter.reset();
    pair = connections.newPair(meter);
  }

  @TearDown(Level.Invocation)
  public void checkOutcome() throws SSLException {
    connections.check(pair, flights);
    pair.close();
  }

  @Benchmark
  public long handshake(HandshakeBenchmark.Counters counters, Sizes sizes) throws SSLException {
    flights = pair.handshake();
    counters.handshake(flights, pair, meter);
    sizes.certificateBytes += connections.certificateBytes(1);
    sizes.chainBytes += connections.certificateBytes(2);
    return pair.sentBytes(Side.SERVER);
  }
}
