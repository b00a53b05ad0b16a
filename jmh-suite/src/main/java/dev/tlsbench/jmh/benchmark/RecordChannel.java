package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Capabilities;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.EndContexts;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.EnginePair;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The connection whose records are measured: {@code provider} at the near end, SunJSSE at the far
 * one, and the buffers between them.
 */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // set by JMH or by a fixture
public class RecordChannel implements PairedCell {
  /**
   * The largest overhead of a record with any suite, including the reserve that engines require.
   */
  private static final int MOST_OVERHEAD = 4096;

  private static final int RECORD = 1 << 14;

  /**
   * A burst moves this many bytes in each direction, in {@value #MOST_OF_BURST} messages at most.
   */
  private static final int BURST_BYTES = 1 << 17;

  private static final int MOST_OF_BURST = 64;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Param({"jdk", "bouncycastle", "conscrypt", "openssl"})
  public String provider = "jdk";

  /** The suite, by {@link Suite#id}. */
  @Param({
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
  public String suite = "tls13-aes128-gcm";

  @Param({"16384", "64", "256", "1024", "4096", "65536", "262144", "1048576"})
  public int size = 16384;

  /** The buffers, as the command line spells them. */
  public enum Buffer {
    heap,
    direct
  }

  @Param public Buffer buffer = Buffer.heap;

  private ByteBuffer message;
  private ByteBuffer records;
  private ByteBuffer reply;
  private SSLEngine near;
  private SSLEngine far;
  private int wrappedSize;

  /** True if the peer has unwrapped every wrapped message. */
  private boolean inStep;

  private Credentials credentials;
  private EndContexts connections;
  private EnginePair pair;

  @Override
  public Optional<String> absence() {
    return Capabilities.absence(TlsProvider.of(provider), Suite.of(suite));
  }

  @Setup
  @Override
  public void create() {
    if (Suite.of(suite).isLegacy()) {
      LegacyTls.allow();
    }
    credentials = Credentials.of(Suite.of(suite).keyType(), 1);
  }

  /** Allocates new buffers in each iteration: their addresses change a figure by some per cent. */
  private void allocate() {
    int wrapped = size + (size / RECORD + 1) * MOST_OVERHEAD;
    byte[] random = new byte[size];
    new Random(size).nextBytes(random);
    message = newBuffer(size);
    message.put(random);
    records = newBuffer(RecordBenchmark.BATCH * wrapped);
    reply = newBuffer(RecordBenchmark.BATCH * size + RECORD);
  }

  private ByteBuffer newBuffer(int capacity) {
    return buffer == Buffer.direct
        ? ByteBuffer.allocateDirect(capacity)
        : ByteBuffer.allocate(capacity);
  }

  /** Connects, and sends the message there and back once to check it. */
  @Setup(Level.Iteration)
  @Override
  public void open() throws SSLException {
    allocate();
    Ends ends = Ends.of(TlsProvider.of(provider), Suite.of(suite));
    connections = EndContexts.open(ends, credentials, false);
    pair = connections.newPair(new SideMeter());
    int flights = pair.handshake();
    ends.check(pair, flights, false);
    near = pair.engine(Side.CLIENT);
    far = pair.engine(Side.SERVER);
    wrappedSize = exchange();
    checkContent(0);
    inStep = true;
  }

  /** Sends the message once more to check it, and disconnects. */
  @TearDown(Level.Iteration)
  @Override
  public void close() throws SSLException {
    if (inStep) {
      exchange();
      checkContent(0);
    }
    pair.close();
    connections.close();
  }

  /** Wraps the message again and again, over the same buffer. */
  void wrapBatch() throws SSLException {
    inStep = false;
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      wrap(near, message.rewind(), records.clear());
      checkWrapped(records.position());
    }
  }

  /** Wraps messages at the far end, for {@link #unwrapBatch}. */
  void fillBatch() throws SSLException {
    records.clear();
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      wrap(far, message.rewind(), records);
    }
    records.flip();
    reply.clear();
  }

  ByteBuffer unwrapBatch() throws SSLException {
    unwrap(near, records, reply);
    if (reply.position() != RecordBenchmark.BATCH * size) {
      throw new IllegalStateException("unwrapped " + reply + " of a batch");
    }
    return reply;
  }

  /** Compares the messages of a batch with the original. */
  void checkBatch() {
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      checkContent(i * size);
    }
  }

  /** Returns the length of a message on the wire. */
  int wrappedSize() {
    return wrappedSize;
  }

  void roundTrip() throws SSLException {
    checkWrapped(exchange());
  }

  @Override
  public void burst(long[] costs) throws SSLException {
    int count = Math.max(1, Math.min(MOST_OF_BURST, BURST_BYTES / size));
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < count; i++) {
      roundTrip();
    }
    costs[0] = THREADS.getCurrentThreadCpuTime() - start;
  }

  /** Sends the message there and back; returns the length of the request on the wire. */
  private int exchange() throws SSLException {
    wrap(near, message.rewind(), records.clear());
    int requestSize = records.position();
    unwrap(far, records.flip(), reply.clear());
    checkLength();
    wrap(far, reply.flip(), records.clear());
    unwrap(near, records.flip(), reply.clear());
    checkLength();
    return requestSize;
  }

  /** Puts a message into as many records as it needs. */
  private static void wrap(SSLEngine engine, ByteBuffer message, ByteBuffer records)
      throws SSLException {
    while (message.hasRemaining()) {
      SSLEngineResult result = engine.wrap(message, records);
      if (result.getStatus() != Status.OK || result.bytesProduced() < result.bytesConsumed()) {
        throw new SSLException("wrap: " + result);
      }
    }
  }

  /** Takes messages out of their records. */
  private static void unwrap(SSLEngine engine, ByteBuffer records, ByteBuffer message)
      throws SSLException {
    while (records.hasRemaining()) {
      SSLEngineResult result = engine.unwrap(records, message);
      if (result.getStatus() != Status.OK || result.bytesConsumed() == 0) {
        throw new SSLException("unwrap: " + result);
      }
    }
  }

  private void checkWrapped(int onWire) {
    if (onWire != wrappedSize) {
      throw new IllegalStateException(
          "a message took " + onWire + " bytes on the wire, the first one " + wrappedSize);
    }
  }

  private void checkLength() {
    if (reply.position() != size) {
      throw new IllegalStateException("received " + reply + ", sent " + size + " bytes");
    }
  }

  private void checkContent(int from) {
    if (!reply.slice(from, size).equals(message.rewind())) {
      throw new IllegalStateException("the received message differs from the sent one");
    }
  }
}
