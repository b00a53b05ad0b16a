package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.EnginePair;
import dev.tlsbench.jmh.tls.ExpectedHandshake;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import dev.tlsbench.jmh.tls.Wire;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A handshake and the first round trip after it, in memory, on one thread.
 *
 * <p>One side belongs to {@code provider}, its peer to SunJSSE in every row, so that rows differ in
 * one thing; only where SunJSSE lacks the group ({@code X25519MLKEM768}) is the peer BoringSSL. The
 * score is the time of both sides together, handshake and round trip. {@link Counters} have each
 * side apart: CPU time, bytes on the wire, allocation, flights; first for the handshake alone, then
 * with the round trip, since SunJSSE sends its session ticket with the handshake and BoringSSL with
 * the first data.
 *
 * <p>Contexts and engines are made before the clock starts. A full handshake has a client context
 * that has never seen the server; a resumed one shares a context with one that was full. The
 * certificate is verified, its host name too, by the JDK's PKIX rules for every provider.
 *
 * <p>The code of a handshake is compiled after some 20 seconds. After five, a client of
 * netty-tcnative took 1.4 times as much CPU time as after 20, and SunJSSE's 1.1 times (JDK 17).
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="HandshakeBenchmark -p provider=jdk -p key=RSA_2048"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class HandshakeBenchmark {
  private static final byte[] MESSAGE =
      "a first message, as long as a short query of a database client usually is"
          .getBytes(StandardCharsets.US_ASCII);

  /** The TLS implementation of the side that is varied. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "";

  /** The kind of handshake. */
  @Param({"full", "resumed"})
  public String kind = "";

  /** The side that is varied. */
  @Param({"client", "server"})
  public String side = "";

  /** The protocol version. */
  @Param({"TLSv1.3", "TLSv1.2"})
  public String protocol = "";

  /** The type of the server's key, and of the client's. */
  @Param({"RSA_2048", "RSA_3072", "P_256", "ED25519"})
  public KeyType key = KeyType.P_256;

  /** The group of the key exchange. */
  @Param({"x25519", "secp256r1", "X25519MLKEM768"})
  public String group = "";

  /** The server asks for a client certificate. */
  @Param({"false", "true"})
  public boolean mutual;

  private final ByteBuffer message = ByteBuffer.wrap(MESSAGE);
  private final Wire wire = new Wire();
  private final SideMeter meter = new SideMeter();

  @SuppressWarnings("NullAway.Init")
  private Credentials credentials;

  @SuppressWarnings("NullAway.Init")
  private Ends ends;

  @SuppressWarnings("NullAway.Init")
  private Connections connections;

  @SuppressWarnings("NullAway.Init")
  private EnginePair pair;

  @SuppressWarnings("NullAway.Init")
  private ExpectedHandshake expected;

  private int flights;

  /** Makes a benchmark whose parameters are still to be set. */
  public HandshakeBenchmark() {}

  /** Costs of each side, summed over the handshakes of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    public long handshakes;

    /** Flights of the handshakes. */
    public long flights;

    /** CPU time of the client in the handshakes, in nanoseconds. */
    public long clientNanos;

    /** CPU time of the server in the handshakes, in nanoseconds. */
    public long serverNanos;

    /** Bytes that the client put on the wire in the handshakes. */
    public long clientBytes;

    /** Bytes that the server put on the wire in the handshakes. */
    public long serverBytes;

    /** Bytes that the client allocated on the heap in the handshakes. */
    public long clientAllocatedBytes;

    /** Bytes that the server allocated on the heap in the handshakes. */
    public long serverAllocatedBytes;

    /** CPU time of the client with the first round trip, in nanoseconds. */
    public long clientRoundTripNanos;

    /** CPU time of the server with the first round trip, in nanoseconds. */
    public long serverRoundTripNanos;

    /** Makes counters at zero. */
    public Counters() {}

    void handshake(int flightsOfOne, EnginePair pair, SideMeter meter) {
      handshakes++;
      flights += flightsOfOne;
      clientNanos += meter.nanos(Side.CLIENT);
      serverNanos += meter.nanos(Side.SERVER);
      clientBytes += pair.sentBytes(Side.CLIENT);
      serverBytes += pair.sentBytes(Side.SERVER);
      clientAllocatedBytes += meter.allocatedBytes(Side.CLIENT);
      serverAllocatedBytes += meter.allocatedBytes(Side.SERVER);
    }

    void roundTrip(SideMeter meter) {
      clientRoundTripNanos += meter.nanos(Side.CLIENT);
      serverRoundTripNanos += meter.nanos(Side.SERVER);
    }
  }

  /**
   * Returns why a parameter set cannot run on this JVM.
   *
   * @return why not; empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    HandshakeBenchmark benchmark = new HandshakeBenchmark();
    benchmark.set(parameters);
    return benchmark.absence();
  }

  /** Sets all parameters, as JMH does it for a fork. */
  void set(Map<String, String> parameters) {
    Parameters given = new Parameters(parameters);
    kind = given.get("kind");
    provider = given.get("provider");
    side = given.get("side");
    protocol = given.get("protocol");
    key = KeyType.valueOf(given.get("key"));
    group = given.get("group");
    mutual = Boolean.parseBoolean(given.get("mutual"));
  }

  private Optional<String> absence() {
    Ends ends = ends();
    if (ends.side() == Side.SERVER && ends.provider() == ends.peer()) {
      return Optional.of("the same as side=client: " + ends.provider().id() + " is at both ends");
    }
    return Capabilities.absence(ends, isResumed());
  }

  private Ends ends() {
    Suite suite = protocol.equals("TLSv1.3") ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM;
    return new Ends(
        TlsProvider.of(provider),
        Side.valueOf(side.toUpperCase(Locale.ROOT)),
        protocol,
        suite.cipherSuite(key),
        key,
        group,
        mutual);
  }

  private boolean isResumed() {
    return kind.equals("resumed");
  }

  /** Makes keys and certificates. */
  @Setup
  public void makeCredentials() {
    credentials = Credentials.create(key);
    ends = ends();
    expected = ends.expected(isResumed());
  }

  /** Deletes them. */
  @TearDown
  public void deleteCredentials() {
    credentials.close();
  }

  /** Makes contexts, and for resumed handshakes the session. */
  @Setup(Level.Iteration)
  public void openContexts() throws SSLException {
    connections = Connections.open(ends, credentials, isResumed());
    connections.warmUp(wire, meter);
    meter.calibrate();
  }

  /** Frees the contexts. */
  @TearDown(Level.Iteration)
  public void closeContexts() {
    connections.close();
  }

  /** Makes engines. */
  @Setup(Level.Invocation)
  public void makeEngines() {
    message.rewind();
    meter.reset();
    pair = connections.newPair(wire, meter);
  }

  /** Checks what was negotiated, and frees the engines. */
  @TearDown(Level.Invocation)
  public void checkOutcome() throws SSLException {
    try {
      expected.check(pair.negotiated(), flights);
      if (!expected.resumed() && pair.clientIsAuthenticated() != mutual) {
        throw new IllegalStateException("the client showed a certificate: " + !mutual);
      }
    } finally {
      pair.close();
    }
  }

  /** Shakes hands, sends a message to the server and the same back. */
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
}
