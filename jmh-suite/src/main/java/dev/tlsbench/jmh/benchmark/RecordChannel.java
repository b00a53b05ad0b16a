package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.AllocationMeter;
import dev.tlsbench.jmh.tls.Connections;
import dev.tlsbench.jmh.tls.CopyingEngine;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.EnginePair;
import dev.tlsbench.jmh.tls.RecordEnd;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import dev.tlsbench.jmh.tls.Wire;
import java.nio.ByteBuffer;
import java.util.Random;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
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
public class RecordChannel {
  static final String NONE = "none";

  /** Of a record, with any suite, and with the bytes that an engine wants to have in reserve. */
  private static final int MOST_OVERHEAD = 4096;

  private static final int RECORD = 1 << 14;

  /** The TLS implementation; {@code none} copies. */
  @Param({"jdk", "bouncycastle", "conscrypt", "openssl", NONE})
  public String provider = "";

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
  public String suite = "";

  /** The length of the message in bytes. */
  @Param({"64", "256", "1024", "4096", "16384", "65536", "262144", "1048576"})
  public int size;

  /** Buffers on the heap, or direct ones. */
  @Param({"heap", "direct"})
  public String buffer = "";

  private final Wire wire = new Wire();
  private final SideMeter meter = new SideMeter();
  private final AllocationMeter allocation = new AllocationMeter();

  @SuppressWarnings("NullAway.Init")
  private ByteBuffer message;

  @SuppressWarnings("NullAway.Init")
  private ByteBuffer records;

  @SuppressWarnings("NullAway.Init")
  private ByteBuffer reply;

  @SuppressWarnings("NullAway.Init")
  private RecordEnd near;

  @SuppressWarnings("NullAway.Init")
  private RecordEnd far;

  private int wrappedSize;

  /** The peer has unwrapped all that was wrapped. */
  private boolean inStep;

  private @Nullable Credentials credentials;
  private @Nullable Connections connections;
  private @Nullable EnginePair pair;

  /** Makes a channel whose parameters are still to be set. */
  public RecordChannel() {}

  /** Makes the certificates. */
  @Setup
  public void createCredentials() {
    if (!provider.equals(NONE)) {
      if (Suite.of(suite).isLegacy()) {
        LegacyTls.allow();
      }
      credentials = Credentials.create(Suite.of(suite).keyType());
    }
  }

  /** In each iteration anew: where buffers lie in memory changes a figure by some per cent. */
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
    return buffer.equals("direct")
        ? ByteBuffer.allocateDirect(capacity)
        : ByteBuffer.allocate(capacity);
  }

  /** Deletes the certificates. */
  @TearDown
  public void deleteCredentials() {
    if (credentials != null) {
      credentials.close();
    }
  }

  /** Connects, and sends the message there and back once, which is checked. */
  @Setup(Level.Iteration)
  public void connect() throws SSLException {
    allocate();
    if (credentials == null) {
      near = new RecordEnd(new CopyingEngine());
      far = new RecordEnd(new CopyingEngine());
    } else {
      Ends ends = Ends.of(TlsProvider.of(provider), Suite.of(suite));
      connections = Connections.open(ends, credentials, false);
      pair = connections.newPair(wire, meter);
      int flights = pair.handshake();
      ends.expected(false).check(pair.negotiated(), flights);
      near = new RecordEnd(pair.engine(Side.CLIENT));
      far = new RecordEnd(pair.engine(Side.SERVER));
    }
    wrappedSize = exchange();
    checkContent(0);
    inStep = true;
    allocation.reset();
    allocation.start();
  }

  /** Sends the message once more, which is checked, and disconnects. */
  @TearDown(Level.Iteration)
  public void disconnect() throws SSLException {
    allocation.stop();
    if (inStep) {
      exchange();
      checkContent(0);
    }
    if (pair != null) {
      pair.close();
    }
    if (connections != null) {
      connections.close();
    }
  }

  /** Wraps the message again and again, over the same buffer. */
  void wrapBatch() throws SSLException {
    inStep = false;
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      near.wrap(message.rewind(), records.clear());
      checkWrapped(records.position());
    }
  }

  /** Wraps messages at the far end, for {@link #unwrapBatch}. */
  void fillBatch() throws SSLException {
    allocation.stop();
    records.clear();
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      far.wrap(message.rewind(), records);
    }
    records.flip();
    reply.clear();
    allocation.start();
  }

  /** Unwraps what {@link #fillBatch} has wrapped. */
  ByteBuffer unwrapBatch() throws SSLException {
    near.unwrap(records, reply);
    if (reply.position() != RecordBenchmark.BATCH * size) {
      throw new IllegalStateException("unwrapped " + reply + " of a batch");
    }
    return reply;
  }

  /** Compares the messages of a batch with what was sent. */
  void checkBatch() {
    allocation.stop();
    for (int i = 0; i < RecordBenchmark.BATCH; i++) {
      checkContent(i * size);
    }
    allocation.start();
  }

  /** Bytes that the benchmark's own thread has allocated for the messages of an iteration. */
  long allocatedBytes() {
    return allocation.bytes();
  }

  /** The length of a message on the wire. */
  int wrappedSize() {
    return wrappedSize;
  }

  /** Sends the message there and back. */
  void roundTrip() throws SSLException {
    checkWrapped(exchange());
  }

  /** There and back; the length of the request on the wire. */
  private int exchange() throws SSLException {
    near.wrap(message.rewind(), records.clear());
    int requestSize = records.position();
    far.unwrap(records.flip(), reply.clear());
    checkLength();
    far.wrap(reply.flip(), records.clear());
    near.unwrap(records.flip(), reply.clear());
    checkLength();
    return requestSize;
  }

  private void checkWrapped(int onWire) {
    if (onWire != wrappedSize) {
      throw new IllegalStateException(
          "a message took " + onWire + " bytes on the wire, the first one " + wrappedSize);
    }
  }

  private void checkLength() {
    if (reply.position() != size) {
      throw new IllegalStateException(reply + " arrived, sent were " + size + " bytes");
    }
  }

  private void checkContent(int from) {
    if (!reply.slice(from, size).equals(message.rewind())) {
      throw new IllegalStateException("what arrived is not what was sent");
    }
  }
}
