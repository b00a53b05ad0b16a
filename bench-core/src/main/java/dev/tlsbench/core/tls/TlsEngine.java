package dev.tlsbench.core.tls;

import dev.tlsbench.core.socket.ForwardingSslEngine;
import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client {@code SSLEngine} for callers that manage their own I/O; records what the handshake
 * negotiated. Made by {@link TlsContext#engine}, for one connection.
 *
 * <p>It is used like any other engine, for example in Netty's {@code SslHandler}. When the
 * handshake has ended or failed, the outcome is in the ledger of its context, with the time from
 * the first step of the handshake to its last, and without a TCP connect, which the engine does not
 * see. The outcome is read from the server's bytes while they are unwrapped. Do not change the
 * parameters: they include the host-name check. Closing it when the settings' time for a handshake
 * is over is up to the caller.
 *
 * <p>Not safe to share between threads without synchronization, like other engines.
 */
public final class TlsEngine extends ForwardingSslEngine implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final TlsSettings settings;
  private final TlsLedger ledger;
  private final String host;
  private final int port;
  private final Cleaner.Cleanable release;
  private final HandshakeReader reader = new HandshakeReader();
  private long started;
  private boolean over;
  private @Nullable NegotiatedTls negotiated;

  TlsEngine(
      TlsSettings settings,
      TlsLedger ledger,
      String host,
      int port,
      SSLEngine engine,
      Runnable release) {
    super(engine);
    this.settings = settings;
    this.ledger = ledger;
    this.host = host;
    this.port = port;
    this.release = CLEANER.register(this, release);
  }

  /**
   * Watches an engine that a driver makes and configures by itself, and records the outcome of its
   * handshake in the ledger of a context.
   *
   * @param context the context of the client, whose settings leave TLS to the driver
   * @param host the server's name
   * @param port the server's port
   * @param driver a new engine of the driver
   * @return the engine to use in its place
   */
  public static TlsEngine ofDriver(TlsContext context, String host, int port, SSLEngine driver) {
    return new TlsEngine(context.settings(), context.ledger(), host, port, driver, () -> {});
  }

  @Override
  public void beginHandshake() throws SSLException {
    start();
    super.beginHandshake();
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    start();
    try {
      return checked(super.wrap(from, offset, length, to));
    } catch (SSLException | RuntimeException e) {
      recordFailure(e);
      throw e;
    }
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    if (over) {
      return super.unwrap(from, to, offset, length);
    }
    start();
    // Before unwrap: SunJSSE decrypts in place.
    byte[] received = new byte[from.remaining()];
    from.get(from.position(), received);
    try {
      SSLEngineResult result = super.unwrap(from, to, offset, length);
      reader.accept(received, 0, result.bytesConsumed());
      return checked(result);
    } catch (SSLException | RuntimeException e) {
      reader.accept(received, 0, received.length);
      recordFailure(e);
      throw e;
    }
  }

  /** Records a failure if the connection ends during the handshake. */
  @Override
  public void closeInbound() throws SSLException {
    try {
      super.closeInbound();
    } catch (SSLException e) {
      reader.end();
      recordFailure(e);
      throw e;
    }
  }

  /** Records a failure if the caller gives up, since the handshake takes too long. */
  @Override
  public void closeOutbound() {
    if (isLate()) {
      recordFailure(new SSLException("closed by this client"));
    }
    super.closeOutbound();
  }

  private boolean isLate() {
    return started != 0 && System.nanoTime() - started >= settings.handshakeTimeout().toNanos();
  }

  private void start() {
    if (started == 0) {
      started = System.nanoTime();
    }
  }

  /** Records the outcome after the last step of the handshake. */
  private SSLEngineResult checked(SSLEngineResult result) throws SSLException {
    if (!over && result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
      Duration handshake = Duration.ofNanos(System.nanoTime() - started);
      NegotiatedTls outcome = NegotiatedTls.read(settings.provider(), reader, getSession());
      TlsContext.requireAgreement(settings, outcome, getApplicationProtocol(), getSession());
      over = true;
      negotiated = outcome;
      ledger.record(new TlsConnection(host, port, null, handshake, outcome, null));
    }
    return result;
  }

  private void recordFailure(Exception failure) {
    if (!over) {
      over = true;
      Duration waited = isLate() ? settings.handshakeTimeout() : null;
      ledger.recordFailure(HandshakeFailure.tls(host, port, settings, reader, waited, failure));
    }
  }

  /**
   * {@return the outcome of the handshake, as in the ledger; it does not change}
   *
   * @throws SSLException if the handshake has not ended or has failed
   */
  public NegotiatedTls negotiated() throws SSLException {
    NegotiatedTls outcome = negotiated;
    if (outcome == null) {
      // Conscrypt has a session even if it has refused the server's certificate.
      if (over || isInboundDone() || isOutboundDone()) {
        throw new SSLException("the handshake failed, or the connection is closed already");
      }
      outcome = NegotiatedTls.read(settings.provider(), reader, getSession());
      negotiated = outcome;
    }
    return outcome;
  }

  /**
   * {@return the provider's own engine, for measurements of that engine alone} Its use is not
   * recorded, and {@link #negotiated} sees only the bytes given to {@link #received}.
   */
  public SSLEngine implementation() {
    return engine();
  }

  /**
   * Passes on bytes of the server that the {@link #implementation} unwraps, each once and in order.
   *
   * @param bytes encrypted bytes from position to limit, which both stay unchanged
   */
  public void received(ByteBuffer bytes) {
    if (!reader.settled()) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(bytes.position(), copy);
      reader.accept(copy, 0, copy.length);
    }
  }

  /**
   * Frees the engine's native memory; it must not be used afterwards. Sends nothing: {@code
   * close_notify} is up to the caller. Further calls have no effect. The garbage collector frees an
   * engine that is never closed.
   */
  @Override
  public void close() {
    release.clean();
  }

  /** Names the provider and the server. */
  @Override
  public String toString() {
    return "TlsEngine[" + settings.provider().id() + ", " + host + ":" + port + "]";
  }
}
