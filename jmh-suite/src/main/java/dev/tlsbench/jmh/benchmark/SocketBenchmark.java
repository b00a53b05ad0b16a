package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A request of 100 bytes and its reply over one TCP connection of the loopback interface, under TLS
 * and in plain text.
 *
 * <p>Two ways lead there. {@code sslsocket}: blocking streams, the client's from bench-core's
 * socket factory as the drivers get them, the server's from an {@code SSLServerSocket}. {@code
 * netty}: an event loop over NIO, the client's {@code SslHandler} around an engine of bench-core.
 * The client belongs to {@code provider}, the server is SunJSSE's in every row, in the same JVM.
 * Plain text takes the same code without the TLS. {@code TCP_NODELAY} is on.
 *
 * <p>One thread plays both ends in turns: each reads what the other has sent already. What is timed
 * is TLS and the kernel's part at both ends, and not how long a sleeping core takes to wake, which
 * between two threads on two idle virtual cores is more than either. With {@code netty} that thread
 * is the event loop; the measuring thread waits for it once in {@value #ROUND_TRIPS} round trips.
 * Left out: that wait, a network and its delay, handshakes, a server that does anything, encryption
 * of one part of a long reply while another is decrypted, and other connections that want the same
 * cores.
 *
 * <p>Each iteration has a new connection, whose full handshake is held against the suite that was
 * asked for. Each message has a number, which is checked on both sides with the message's length
 * and last byte; the last reply of an iteration is compared byte by byte.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="SocketBenchmark -p transport=netty -p size=1024"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 800, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class SocketBenchmark {
  /** Round trips of one invocation. */
  static final int ROUND_TRIPS = 64;

  private static final String PLAIN = "plain";

  /** By what means bytes get to the socket. */
  @Param({"sslsocket", "netty"})
  public String transport = "";

  /** The TLS implementation of the client. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "";

  /** The cipher suite, or no TLS. */
  @Param({
    PLAIN,
    "tls13-aes128-gcm",
    "tls13-aes256-gcm",
    "tls13-chacha20",
    "tls12-aes128-gcm",
    "tls12-aes256-gcm",
    "tls12-chacha20",
    "tls12-aes128-cbc-sha",
    "tls12-aes128-cbc-sha256",
    "tls12-rsa-aes128-cbc-sha",
    "tls12-3des-ede-cbc-sha",
    "tls12-rc4-128-sha"
  })
  public String suite = "";

  /** The reply, in bytes. */
  @Param({"100", "1024", "16384", "262144"})
  public int size;

  private @Nullable Credentials credentials;
  private @Nullable SocketTls tls;

  @SuppressWarnings("NullAway.Init")
  private Dialogue dialogue;

  @SuppressWarnings("NullAway.Init")
  private Conversation conversation;

  private byte[] reply = {};

  /** Makes a benchmark whose parameters are still to be set. */
  public SocketBenchmark() {}

  /**
   * Returns why a parameter set cannot run.
   *
   * @return empty if so, else why not
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    TlsProvider client = TlsProvider.of(parameters.getOrDefault("provider", ""));
    String id = parameters.getOrDefault("suite", "");
    if (id.equals(PLAIN)) {
      return client == TlsProvider.JDK
          ? Optional.empty()
          : Optional.of("the same as jdk: no TLS, and so no TLS implementation");
    }
    Suite suite = Suite.of(id);
    if (suite == Suite.TLS12_RSA_AES128_CBC_SHA) {
      return Optional.of(
          "the same as tls12-aes128-cbc-sha: the suites differ in the handshake alone");
    }
    return Capabilities.absence(client, suite);
  }

  /** Makes keys and certificates. */
  @Setup
  public void makeCredentials() {
    if (!suite.equals(PLAIN)) {
      if (Suite.of(suite).isLegacy()) {
        LegacyTls.allow();
      }
      credentials = Credentials.create(KeyType.P_256);
    }
  }

  /** Deletes them. */
  @TearDown
  public void deleteCredentials() {
    if (credentials != null) {
      credentials.close();
    }
  }

  /** Opens the connection and has a first round trip. */
  @Setup(Level.Iteration)
  public void connect() throws IOException {
    if (credentials != null) {
      Ends ends = Ends.of(TlsProvider.of(provider), Suite.of(suite));
      tls = SocketTls.open(ends, credentials, ends.expected(false));
    }
    dialogue = new Dialogue(new Messages(size), 0);
    conversation = Conversation.open(transport, tls, dialogue);
    reply = conversation.roundTrips(1);
  }

  /** Compares all of the last reply, and closes the connection. */
  @TearDown(Level.Iteration)
  public void disconnect() throws IOException {
    try {
      dialogue.checkAllOfLast(reply);
    } finally {
      close();
    }
  }

  private void close() throws IOException {
    try {
      conversation.close();
    } finally {
      if (tls != null) {
        tls.close();
      }
    }
  }

  /** Sends requests and receives their replies, one after the other. */
  @Benchmark
  @OperationsPerInvocation(ROUND_TRIPS)
  public byte[] roundTrip() throws IOException {
    reply = conversation.roundTrips(ROUND_TRIPS);
    return reply;
  }
}
