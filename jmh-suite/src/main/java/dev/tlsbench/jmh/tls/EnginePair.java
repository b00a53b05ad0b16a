package dev.tlsbench.jmh.tls;

import dev.tlsbench.relay.witness.TlsWitness;
import dev.tlsbench.relay.witness.WitnessedTls;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * A client and a server that talk through two buffers in memory, on one thread.
 *
 * <p>They take turns: one side reads all available bytes, computes, and writes as much as it can;
 * then the other. A {@link SideMeter} is started and stopped around each turn. The bytes of the
 * server are shown to a {@link TlsWitness} outside the timed sections.
 *
 * <p>Not thread-safe.
 */
public final class EnginePair implements AutoCloseable {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SSLEngine client;
  private final Runnable releaseClient;
  private final SSLEngine server;
  private final ServerContext serverContext;
  private final SideMeter meter;
  private final Wire wire;
  private final TlsWitness witness = new TlsWitness();
  private final Map<Side, Long> sentBytes = new EnumMap<>(Side.class);

  /** Connects two new engines, which use the wire exclusively until they are closed. */
  EnginePair(
      SSLEngine client,
      Runnable releaseClient,
      ServerContext serverContext,
      Wire wire,
      SideMeter meter) {
    this.client = client;
    this.releaseClient = releaseClient;
    this.serverContext = serverContext;
    this.server = serverContext.newEngine();
    this.meter = meter;
    this.wire = wire;
    wire.clear();
  }

  /**
   * Shakes hands.
   *
   * @return the flights until the client may send and the server may answer: 4 for a full handshake
   *     under TLS 1.2, 3 for a resumed one and under TLS 1.3; a flight of tickets alone, after the
   *     client has finished, does not count
   */
  public int handshake() throws SSLException {
    begin(Side.CLIENT);
    begin(Side.SERVER);
    int flights = 0;
    Side side = Side.CLIENT;
    boolean clientWasDone = false;
    while (true) {
      boolean sent = turn(side);
      if (sent && !clientWasDone) {
        flights++;
      } else if (!sent && isDone(Side.CLIENT) && isDone(Side.SERVER)) {
        return flights;
      } else if (!sent && !wire.from(side.peer()).hasRemaining()) {
        throw new SSLException(
            "neither side of the handshake has anything to send: the client says "
                + client.getHandshakeStatus()
                + ", the server "
                + server.getHandshakeStatus());
      }
      clientWasDone = isDone(Side.CLIENT);
      side = side.peer();
    }
  }

  /** SunJSSE makes its key share here already. */
  private void begin(Side side) throws SSLException {
    meter.start();
    engine(side).beginHandshake();
    meter.stop(side);
  }

  private boolean turn(Side side) throws SSLException {
    ByteBuffer in = wire.from(side.peer());
    ByteBuffer out = wire.from(side).clear();
    SSLEngine engine = engine(side);
    meter.start();
    take(engine, in, out);
    meter.stop(side);
    out.flip();
    if (side == Side.SERVER) {
      witness.fromServer(out.duplicate(), 0);
    }
    sentBytes.merge(side, (long) out.remaining(), Long::sum);
    return out.hasRemaining();
  }

  /** Reads all bytes, computes, and writes all output of the handshake. */
  private void take(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks(engine);
        case NEED_WRAP -> checked(engine.wrap(NOTHING, out));
        default -> {
          if (!in.hasRemaining()) {
            finish(engine, in);
            return;
          }
          checked(engine.unwrap(in, wire.plain()));
        }
      }
    }
  }

  /** Completes a handshake: Netty's engine may notice its end only with the next call. */
  private void finish(SSLEngine engine, ByteBuffer in) throws SSLException {
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
      engine.unwrap(in, wire.plain());
    }
  }

  private static void runTasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask(); task != null; ) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  private static SSLEngineResult checked(SSLEngineResult result) throws SSLException {
    if (result.getStatus() != Status.OK) {
      throw new SSLException("unexpected result of an engine in memory: " + result);
    }
    return result;
  }

  private boolean isDone(Side side) {
    HandshakeStatus status = engine(side).getHandshakeStatus();
    return status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED;
  }

  /**
   * Sends a message from one side to the other, together with the sender's pending records, such as
   * a session ticket.
   *
   * @param message read to its limit; shorter than a record
   * @return the received message, valid until the next call
   */
  public ByteBuffer send(Side from, ByteBuffer message) throws SSLException {
    ByteBuffer out = wire.from(from).clear();
    meter.start();
    while (message.hasRemaining()) {
      checked(engine(from).wrap(message, out));
    }
    meter.stop(from);
    out.flip();
    sentBytes.merge(from, (long) out.remaining(), Long::sum);
    ByteBuffer plain = wire.plain();
    meter.start();
    while (out.hasRemaining()) {
      checked(engine(from.peer()).unwrap(out, plain));
    }
    meter.stop(from.peer());
    return plain.flip();
  }

  public SSLEngine engine(Side side) {
    return side == Side.CLIENT ? client : server;
  }

  /** Returns the outcome of the handshake, as read from the server's bytes. */
  public WitnessedTls.Choice negotiated() {
    return Objects.requireNonNull(witness.seen().choice(), "the handshake has not ended");
  }

  /**
   * Returns whether the client sent a certificate, which the server's session knows after a full
   * handshake.
   */
  public boolean clientIsAuthenticated() {
    try {
      return server.getSession().getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }

  /** Returns the bytes that a side has put on the wire so far, TLS records with their headers. */
  public long sentBytes(Side side) {
    return sentBytes.getOrDefault(side, 0L);
  }

  @Override
  public void close() {
    releaseClient.run();
    serverContext.release(server);
  }
}
