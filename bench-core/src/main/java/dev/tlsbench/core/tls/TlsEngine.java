package dev.tlsbench.core.tls;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client's TLS engine for who moves the bytes himself, and the proof of what its handshake agreed
 * on. Made by {@link TlsContext#engine}, for one connection.
 *
 * <p>The proof is read from what the server sends, so everything that comes from it has to be shown
 * to {@link #received} until the handshake is over:
 *
 * <pre>{@code
 * try (TlsEngine tls = context.engine("db.example.org", 27017)) {
 *   // in the handshake's loop, each time that bytes have come from the server:
 *   tls.received(encrypted);
 *   tls.engine().unwrap(encrypted, plain);
 *   // and after the handshake:
 *   NegotiatedTls negotiated = tls.negotiated();
 * }
 * }</pre>
 *
 * <p>Not safe to share between threads without synchronization.
 */
public final class TlsEngine implements AutoCloseable {
  private final TlsProvider provider;
  private final SSLEngine engine;
  private final Runnable release;
  private final HandshakeReader reader = new HandshakeReader();
  private @Nullable NegotiatedTls negotiated;
  private boolean closed;

  TlsEngine(TlsProvider provider, SSLEngine engine, Runnable release) {
    this.provider = provider;
    this.engine = engine;
    this.release = release;
  }

  /**
   * The provider's own engine, in client mode, with everything that was asked for applied to it.
   * Its parameters are not to be changed: they hold the host-name check too.
   *
   * @return always the same engine; its handshake does not begin by itself
   */
  public SSLEngine engine() {
    return engine;
  }

  /**
   * Takes note of what the server sent. Each byte is to be shown once and in the order in which it
   * came, in pieces of any size, before or after the engine unwraps it. Once the handshake has
   * shown its outcome nothing more is read, so that showing the whole connection costs a method
   * call.
   *
   * @param bytes encrypted bytes from position to limit, which both stay as they are; any kind of
   *     buffer
   */
  public void received(ByteBuffer bytes) {
    if (reader.settled()) {
      return;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    reader.accept(copy, 0, copy.length);
  }

  /**
   * Returns the outcome of the handshake: read from the bytes that were shown, and compared with
   * the provider's session. Call it after the handshake and before either side closes the
   * connection; the answer then stays the same.
   *
   * @return the same record as that of a socket of the context
   * @throws SSLException if the handshake has not ended or has failed, if the connection was closed
   *     before the first call, if the ServerHello was not among the bytes shown, or if the provider
   *     says something else than these
   */
  public NegotiatedTls negotiated() throws SSLException {
    NegotiatedTls known = negotiated;
    if (known == null) {
      // Conscrypt shows a session even if it has refused the server's certificate.
      if (engine.isInboundDone() || engine.isOutboundDone()) {
        throw new SSLException("the handshake failed, or the connection is closed already");
      }
      known = NegotiatedTls.read(provider, reader, engine.getSession());
      negotiated = known;
    }
    return known;
  }

  /**
   * Frees what the engine holds outside of the heap; after that it must not be used any more. Sends
   * nothing: {@code close_notify} is up to who moves the bytes. Does nothing the second time.
   *
   * <p>Netty's {@code SslHandler} frees the engine when it leaves its pipeline. Closing after that
   * does nothing, but before it would free the engine under the handler: give the handler a
   * reference of its own ({@code ReferenceCountUtil.retain}), or close once the channel is closed.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      release.run();
    }
  }

  /** Names the provider and the server. */
  @Override
  public String toString() {
    return "TlsEngine["
        + provider.id()
        + ", "
        + engine.getPeerHost()
        + ":"
        + engine.getPeerPort()
        + "]";
  }
}
