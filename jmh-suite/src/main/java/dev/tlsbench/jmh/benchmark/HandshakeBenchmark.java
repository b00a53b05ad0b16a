package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.EndContexts;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.EnginePair;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
 * A handshake and the first round trip after it, in memory, on one thread.
 *
 * <p>One side uses {@code provider}. Its peer uses SunJSSE in every row, so that rows differ in one
 * thing; where the group is {@code X25519MLKEM768}, the peer uses BoringSSL, and where it is {@code
 * SecP256r1MLKEM768}, Bouncy Castle. The score is the time of both sides together, handshake and
 * round trip. {@link Counters} report each side separately: CPU time, bytes on the wire,
 * allocation, flights; first for the handshake alone, then with the round trip, since SunJSSE sends
 * its session ticket with the handshake and BoringSSL with the first data.
 *
 * <p>Contexts and engines are made before the clock starts. A full handshake has a new client
 * context; a resumed one uses the context of an earlier full handshake. The certificate is
 * verified, its host name too, by the JDK's PKIX rules for every provider.
 *
 * <p>The code of a handshake is compiled after some 20 seconds. After five seconds, a client used
 * 1.4 times (netty-tcnative) or 1.1 times (SunJSSE) the CPU time that it used after 20 (JDK 17).
 *
 * <pre>bin/jmh --set full HandshakeBenchmark -p provider=jdk -p key=RSA_2048</pre>
 */
@Warmup(iterations = 20, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // set by JMH or by a fixture
public class HandshakeBenchmark extends ClientBenchmark implements PairedCell {
  /** The kinds of handshake, as the command line spells them. */
  public enum Kind {
    full,
    resumed
  }

  /**
   * Resumed handshakes of a burst, of which the first counts; a block of {@link HandshakePairs} has
   * as many full ones of the same provider. With one their code was compiled only after 20 seconds.
   */
  private static final int RESUMED_OF_BURST = 3;

  private static final byte[] MESSAGE =
      "a first message, as long as a short query of a database client usually is"
          .getBytes(StandardCharsets.US_ASCII);

  @Param public Kind kind = Kind.full;

  /** The side that uses {@code provider}. */
  @Param({"client", "server"})
  public String side = "client";

  @Param({"TLSv1.3", "TLSv1.2"})
  public String protocol = "TLSv1.3";

  /** The type of the server's key, and of the client's. */
  @Param({"P_256", "RSA_2048", "RSA_3072", "ED25519"})
  public KeyType key = KeyType.P_256;

  @Param({"x25519", "secp256r1", "X25519MLKEM768", "SecP256r1MLKEM768"})
  public String group = "x25519";

  /** The server asks for a client certificate. */
  @Param({"false", "true"})
  public boolean mutual;

  /** The number of certificates that the server sends; set by a comparison alone. */
  public int chain = 1;

  /**
   * The trust manager that checks them, {@code tlsbench} or {@code jdk}; set by a comparison alone.
   */
  public String trust = "tlsbench";

  private final ByteBuffer message = ByteBuffer.wrap(MESSAGE);
  private final SideMeter meter = new SideMeter();

  private Credentials credentials;
  private Ends ends;
  private EndContexts connections;
  private Supplier<EnginePair> pairs;
  private EnginePair pair;
  private int flights;

  /**
   * Costs of each side, summed over the handshakes of an iteration: CPU time, bytes on the wire and
   * on the heap in the handshakes, CPU time with the first round trip.
   */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    public long handshakes;
    public long flights;
    public long clientCpuNanos;
    public long serverCpuNanos;
    public long clientBytes;
    public long serverBytes;
    public long clientAllocatedBytes;
    public long serverAllocatedBytes;
    public long clientRoundTripCpuNanos;
    public long serverRoundTripCpuNanos;

    private void handshake(int flightsOfOne, EnginePair pair, SideMeter meter) {
      handshakes++;
      flights += flightsOfOne;
      clientCpuNanos += meter.nanos(Side.CLIENT);
      serverCpuNanos += meter.nanos(Side.SERVER);
      clientBytes += pair.sentBytes(Side.CLIENT);
      serverBytes += pair.sentBytes(Side.SERVER);
      clientAllocatedBytes += meter.allocatedBytes(Side.CLIENT);
      serverAllocatedBytes += meter.allocatedBytes(Side.SERVER);
    }

    private void roundTrip(SideMeter meter) {
      clientRoundTripCpuNanos += meter.nanos(Side.CLIENT);
      serverRoundTripCpuNanos += meter.nanos(Side.SERVER);
    }
  }

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new HandshakeBenchmark(), parameters).absence();
  }

  @Override
  public Optional<String> absence() {
    Ends ends = ends();
    if (ends.side() == Side.SERVER && ends.provider() == ends.peer()) {
      return Optional.of("the same as side=client: " + ends.provider().id() + " is at both ends");
    }
    return Capabilities.absence(ends, isResumed());
  }

  private Ends ends() {
    Suite suite = protocol.equals("TLSv1.3") ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM;
    return new Ends(
        provider(),
        Side.valueOf(side.toUpperCase(Locale.ROOT)),
        protocol,
        suite.cipherSuite(key),
        key,
        group,
        mutual);
  }

  private boolean isResumed() {
    return kind == Kind.resumed;
  }

  @Setup
  @Override
  public void create() {
    credentials = Credentials.of(key, chain);
    ends = ends();
  }

  /** Opens contexts, and for resumed handshakes the session. */
  @Setup(Level.Iteration)
  @Override
  public void open() throws SSLException {
    connections = EndContexts.open(ends, credentials, isResumed());
    connections.warmUp(meter);
    pairs =
        trust.equals("jdk")
            ? connections.pairsWithTrustOfJdk(credentials, meter)
            : () -> connections.newPair(meter);
    meter.calibrate();
  }

  @TearDown(Level.Iteration)
  @Override
  public void close() {
    connections.close();
  }

  @Setup(Level.Invocation)
  public void makeEngines() {
    message.rewind();
    meter.reset();
    pair = pairs.get();
  }

  /** Checks the negotiated handshake, and frees the engines. */
  @TearDown(Level.Invocation)
  public void checkOutcome() {
    try {
      ends.check(pair, flights, isResumed());
    } finally {
      pair.close();
    }
  }

  @Benchmark
  public ByteBuffer handshake(Counters counters) throws SSLException {
    flights = pair.handshake();
    counters.handshake(flights, pair, meter);
    ByteBuffer request = pair.send(Side.CLIENT, message);
    if (request.remaining() != MESSAGE.length) {
      throw new IllegalStateException("the server received " + request);
    }
    message.rewind();
    ByteBuffer reply = pair.send(Side.SERVER, message);
    counters.roundTrip(meter);
    if (!reply.equals(message.rewind())) {
      throw new IllegalStateException("the client received " + reply);
    }
    return reply;
  }

  @Override
  public void burst(long[] costs) throws SSLException {
    Counters counters = new Counters();
    int count = isResumed() ? RESUMED_OF_BURST : 1;
    for (int i = 0; i < count; i++) {
      makeEngines();
      handshake(counters);
      checkOutcome();
      if (i == 0) {
        costs[0] = counters.clientCpuNanos;
        costs[1] = counters.serverCpuNanos;
      }
    }
  }
}
