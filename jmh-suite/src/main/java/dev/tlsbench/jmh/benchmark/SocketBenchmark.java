package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A request of 100 bytes and its reply over one TCP connection of the loopback interface, under TLS
 * and in plain text.
 *
 * <p>There are two transports. {@code sslsocket}: blocking streams, the client's from bench-core's
 * socket factory as the drivers get them, the server's from an {@code SSLServerSocket}. {@code
 * netty}: an event loop over NIO, the client's {@code SslHandler} around an engine of bench-core.
 * The client uses {@code provider}, the server SunJSSE in every row, in the same JVM. Plain text
 * runs the same code without TLS. {@code TCP_NODELAY} is on.
 *
 * <p>One thread alternates between both ends; each reads only bytes that have arrived. The score
 * covers TLS and the kernel's work at both ends. It does not include the wake-up of a sleeping
 * core, which between two threads on two idle virtual cores costs more than either. With {@code
 * netty} that thread is the event loop; the measuring thread waits for it once in {@value
 * #ROUND_TRIPS} round trips. Left out: that wait, network delay, handshakes, a server's own work,
 * encrypting one part of a long reply while another is decrypted, and competing connections.
 *
 * <p>Each iteration opens a new connection, and checks that its handshake was full and negotiated
 * the requested suite. Each message has a number, which is checked on both sides with the message's
 * length and last byte; the last reply of an iteration is compared byte by byte.
 *
 * <pre>bin/jmh --set full SocketBenchmark -p transport=netty -p size=1024</pre>
 */
@Warmup(iterations = 4, time = 800, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // set by JMH or by a fixture
public class SocketBenchmark extends ClientBenchmark {
  static final int ROUND_TRIPS = 64;

  private static final String PLAIN = "plain";

  @Param public Transport transport = Transport.sslsocket;

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

  @Param({"100", "1024", "16384", "262144"})
  public int size;

  private @Nullable Credentials credentials;
  private @Nullable Connections connections;
  private Messages messages;
  private Conversation conversation;

  private byte[] reply = {};

  public static Optional<String> absence(Map<String, String> parameters) {
    return Parameters.set(new SocketBenchmark(), parameters).absence();
  }

  private Optional<String> absence() {
    if (suite.equals(PLAIN)) {
      return provider() == TlsProvider.JDK
          ? Optional.empty()
          : Optional.of("the same as jdk: no TLS, and so no TLS implementation");
    }
    return Suite.of(suite) == Suite.TLS12_RSA_AES128_CBC_SHA
        ? Optional.of("the same as tls12-aes128-cbc-sha: the suites differ in the handshake alone")
        : Capabilities.absence(provider(), Suite.of(suite));
  }

  @Setup
  public void makeCredentials() {
    if (!suite.equals(PLAIN)) {
      if (Suite.of(suite).isLegacy()) {
        LegacyTls.allow();
      }
      credentials = Credentials.create(KeyType.P_256, 1);
    }
  }

  @TearDown
  public void deleteCredentials() {
    if (credentials != null) {
      credentials.close();
    }
  }

  /** Opens the connection and makes a first round trip. */
  @Setup(Level.Iteration)
  public void connect() throws IOException {
    Conversation.Tls tls = null;
    if (credentials != null) {
      Ends ends = Ends.of(provider(), Suite.of(suite));
      connections = Connections.open(ends, credentials, false);
      tls = new Conversation.Tls(connections, ends.expected(false));
    }
    messages = new Messages(size, 0);
    conversation = transport.open(tls, messages);
    reply = conversation.roundTrips(1);
  }

  /** Compares the whole last reply, and closes the connection. */
  @TearDown(Level.Iteration)
  public void disconnect() throws IOException {
    try {
      messages.checkAllOfLast(reply);
    } finally {
      try {
        conversation.close();
      } finally {
        if (connections != null) {
          connections.close();
        }
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROUND_TRIPS)
  public byte[] roundTrip() throws IOException {
    reply = conversation.roundTrips(ROUND_TRIPS);
    return reply;
  }
}
