package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.database.Database;
import dev.tlsbench.jmh.database.Protection;
import dev.tlsbench.jmh.database.Reconnection;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
 * A new connection to a database, from nothing to the first answer, and its end: TCP, TLS, the
 * driver's greeting and log-in, {@code ping} or {@code SELECT 1}, close.
 *
 * <p>The server is an embedded one, in a process of its own on the same machine, so what is
 * measured is wall time: of client, server and the kernel between them. There is no network, whose
 * round trips a handshake multiplies.
 *
 * <p>Client and its files are there before the clock starts, as in a service that connects again. A
 * MongoDB client keeps connections in a pool: here it may leave none idle for longer than a
 * millisecond, which the benchmark lets pass off the clock, so that each {@code ping} closes the
 * connection before and opens another. The driver's monitor, and its connection, are not measured.
 * MySQL's {@code SELECT 1} has a connection of its own, which Connector/J logs in with a password
 * and asks for the server's variables. So compare the kinds of one database, not the databases.
 *
 * <p>TLS is SunJSSE with AES-128-GCM, a P-256 certificate that is verified, and secp256r1, which
 * MariaDB's wolfSSL has in place of x25519; the server is SunJSSE for MongoDB and wolfSSL for
 * MySQL. Each connection is proved to be of the kind that was asked for, one handshake and no
 * other. A full handshake has a fresh {@code SSLContext}, made while the clock runs, as bench-core
 * does for clients without resumption.
 *
 * <p>Handshakes are slow to warm up, and with MongoDB in two JVMs, the client's and the server's:
 * after ten seconds they still get faster. Compare kinds from the same run, and for the steady
 * state of a handshake see {@link HandshakeBenchmark}.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="ConnectBenchmark -p database=mongodb"</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class ConnectBenchmark {
  private static final String PLAIN = "plain";
  private static final String RESUMED = "resumed";
  private static final String TLS13 = "TLSv1.3";

  /** The database, and with it the driver and the server. */
  @Param({Database.MONGODB, Database.MYSQL})
  public String database = "";

  /** No TLS, a full handshake, or one that resumes a session. */
  @Param({PLAIN, "full", RESUMED})
  public String kind = "";

  /** The protocol version; of no meaning for plain text, which has the first one only. */
  @Param({TLS13, "TLSv1.2"})
  public String protocol = "";

  @SuppressWarnings("NullAway.Init")
  private Protection protection;

  @SuppressWarnings("NullAway.Init")
  private Database server;

  @SuppressWarnings("NullAway.Init")
  private Reconnection client;

  /** Makes a benchmark whose parameters are still to be set. */
  public ConnectBenchmark() {}

  /**
   * Why a parameter set cannot be run here.
   *
   * @return empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    String database = parameters.getOrDefault("database", "");
    String kind = parameters.getOrDefault("kind", "");
    boolean tls13 = TLS13.equals(parameters.get("protocol"));
    if (kind.equals(PLAIN) && !tls13) {
      return Optional.of("the same as protocol=TLSv1.3: plain text has no protocol version");
    }
    if (database.equals(Database.MYSQL) && kind.equals(RESUMED) && tls13) {
      return Optional.of(
          "not offered by the embedded MariaDB: its wolfSSL sends no session tickets under TLS 1.3");
    }
    return Database.absence(database);
  }

  /** Starts the server. */
  @Setup
  public void startServer() throws IOException {
    Suite suite = protocol.equals(TLS13) ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM;
    protection =
        kind.equals(PLAIN) ? Protection.plain() : new Protection(suite, kind.equals(RESUMED));
    server = Database.open(database, protection.encrypted());
  }

  /** Stops the server. */
  @TearDown
  public void stopServer() {
    server.close();
  }

  /** Makes a client, and for resumed handshakes the session. */
  @Setup(Level.Iteration)
  public void openClient() throws IOException, SQLException {
    try {
      client = server.reconnection(protection);
    } catch (IOException | SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Closes the client. */
  @TearDown(Level.Iteration)
  public void closeClient() {
    client.close();
  }

  /** Checks which connections were made. */
  @TearDown(Level.Invocation)
  public void checkOutcome() {
    client.prove();
  }

  /** Opens a connection, has one command answered, closes a connection. */
  @Benchmark
  public void connect() throws IOException, SQLException {
    client.connect();
  }
}
