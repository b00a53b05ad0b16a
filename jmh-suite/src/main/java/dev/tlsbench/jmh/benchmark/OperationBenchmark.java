package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.jmh.database.Database;
import dev.tlsbench.jmh.database.Protection;
import dev.tlsbench.jmh.database.RecordReader;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
 * One record read by its key over one warm connection: {@code find} by {@code _id}, or {@code
 * SELECT} by primary key with a statement that the server has prepared.
 *
 * <p>The record has one field of {@code size} bytes that are random, and binary ({@code Binary},
 * {@code LONGBLOB}): drivers copy them and decode no text. What comes is compared with what was
 * stored, byte by byte, in every row alike, outside of the CPU time.
 *
 * <p>The server is an embedded one, in a process of its own on the same machine. The score is wall
 * time: of client, server and the kernel between them, without a network; and of waking client and
 * server in turns, which on idle virtual cores can be most of it, and another time from fork to
 * fork. {@link Counters} has what does not depend on that: CPU time of the client's thread, in the
 * driver, TLS and the kernel. The client is SunJSSE. Divide a suite by {@code plain} of the same
 * database and size, and mind whose suite it is: mongo-java-server's TLS is SunJSSE again, but the
 * wolfSSL in the embedded MariaDB is built without the processor's AES instructions. It seals some
 * 90 MB/s with AES-GCM, 400 MB/s with ChaCha20-Poly1305, and large records of MySQL show that and
 * little else; a server with OpenSSL ranks the suites the other way round.
 *
 * <p>Each iteration has a new connection, so that no key gets old, and proves at its end that there
 * was one connection only, with the suite that was asked for.
 *
 * <pre>mvn -pl jmh-suite exec:exec -Djmh.args="OperationBenchmark -p database=mysql -p size=1024"
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 800, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 5,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
public class OperationBenchmark {
  private static final String PLAIN = "plain";

  /** Not compressible, and the same in every run. */
  private static final long SEED = 20_261;

  /** The database, and with it the driver and the server. */
  @Param({Database.MONGODB, Database.MYSQL})
  public String database = "";

  /** The suite of the connection. */
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

  /** The length of the record's field, in bytes. */
  @Param({"100", "1024", "16384", "131072", "1048576"})
  public int size;

  private final SideMeter meter = new SideMeter();

  @SuppressWarnings("NullAway.Init")
  private Protection protection;

  @SuppressWarnings("NullAway.Init")
  private byte[] content;

  @SuppressWarnings("NullAway.Init")
  private Database server;

  @SuppressWarnings("NullAway.Init")
  private RecordReader client;

  /** Makes a benchmark whose parameters are still to be set. */
  public OperationBenchmark() {}

  /** Costs of the client, summed over the reads of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    public long reads;

    /** CPU time of the client's thread in the reads, in nanoseconds. */
    public long clientNanos;

    /** Bytes that this thread allocated on the heap in the reads. */
    public long clientAllocatedBytes;

    /** Makes counters at zero. */
    public Counters() {}

    void count(SideMeter meter) {
      reads++;
      clientNanos += meter.nanos(Side.CLIENT);
      clientAllocatedBytes += meter.allocatedBytes(Side.CLIENT);
      meter.reset();
    }
  }

  /**
   * Returns why a parameter set cannot run here. Of the legacy suites the servers are asked for
   * one, as records show the others' cost undiluted.
   *
   * @param parameters a value for each of {@code database}, {@code suite} and {@code size}
   * @return empty if it can
   */
  public static Optional<String> absence(Map<String, String> parameters) {
    Parameters given = new Parameters(parameters);
    String suite = given.get("suite");
    if (!suite.equals(PLAIN)
        && Suite.of(suite).isLegacy()
        && Suite.of(suite) != Suite.TLS12_AES128_CBC_SHA) {
      return Optional.of("not asked of the embedded servers: " + suite + "; see RecordBenchmark");
    }
    return Database.absence(given.get("database"));
  }

  /** Starts the server, and stores the record. */
  @Setup
  public void startServer() throws IOException, SQLException {
    protection = suite.equals(PLAIN) ? Protection.plain() : Protection.full(Suite.of(suite));
    if (protection.suite() != null && protection.suite().isLegacy()) {
      LegacyTls.allow();
    }
    content = new byte[size];
    new Random(SEED).nextBytes(content);
    server = Database.open(database, protection.encrypted());
    try {
      server.store(content);
    } catch (IOException | SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Stops the server. */
  @TearDown
  public void stopServer() {
    server.close();
  }

  /** Connects. */
  @Setup(Level.Iteration)
  public void openClient() throws IOException, SQLException {
    try {
      client = server.reader(protection);
    } catch (IOException | SQLException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Checks the connection, and closes it. */
  @TearDown(Level.Iteration)
  public void closeClient() {
    try {
      client.prove();
    } finally {
      client.close();
    }
  }

  /** Reads the record, and compares it with what was stored. */
  @Benchmark
  public byte[] read(Counters counters) throws SQLException {
    meter.start();
    byte[] read = client.read();
    meter.stop(Side.CLIENT);
    counters.count(meter);
    if (!Arrays.equals(read, content)) {
      throw new IllegalStateException(
          "the record has " + read.length + " bytes that are not the " + size + " stored");
    }
    return read;
  }
}
