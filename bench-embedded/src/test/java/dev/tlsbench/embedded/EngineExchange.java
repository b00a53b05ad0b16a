package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A client's side by an engine: shakes hands, sends a byte and waits for it to come back. */
final class EngineExchange implements AutoCloseable {
  private static final int DATA = 42;
  private static final int TIMEOUT_MILLIS = 10_000;

  private final TlsEngine tls;
  private final SSLEngine engine;
  private final Socket tcp;
  private final Showing showing;
  private final ByteBuffer sent = ByteBuffer.allocate(1 << 16);
  private final ByteBuffer plain = ByteBuffer.allocate(1 << 16);

  /** Bytes from the server that are not unwrapped yet, ready to be read. */
  private final ByteBuffer received = ByteBuffer.allocate(1 << 17).flip();

  /** The way in which the {@link TlsEngine} sees the server's bytes. */
  enum Showing {
    AS_THEY_COME {
      @Override
      void show(byte[] bytes, TlsEngine to) {
        untouched(ByteBuffer.wrap(bytes), to);
      }
    },
    BYTE_BY_BYTE {
      @Override
      void show(byte[] bytes, TlsEngine to) {
        for (byte one : bytes) {
          untouched(ByteBuffer.wrap(new byte[] {one}), to);
        }
      }
    },
    IN_THE_MIDDLE_OF_A_BUFFER {
      @Override
      void show(byte[] bytes, TlsEngine to) {
        ByteBuffer larger = ByteBuffer.allocate(bytes.length + 20).position(5).slice();
        untouched(larger.position(3).put(bytes).flip().position(3), to);
      }
    },
    DIRECT {
      @Override
      void show(byte[] bytes, TlsEngine to) {
        untouched(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip(), to);
      }
    },
    READ_ONLY {
      @Override
      void show(byte[] bytes, TlsEngine to) {
        untouched(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), to);
      }
    },
    NOT_AT_ALL {
      @Override
      void show(byte[] bytes, TlsEngine to) {}
    };

    abstract void show(byte[] bytes, TlsEngine to);

    private static void untouched(ByteBuffer shown, TlsEngine to) {
      int position = shown.position();
      int limit = shown.limit();
      to.received(shown);
      assertThat(shown.position()).isEqualTo(position);
      assertThat(shown.limit()).isEqualTo(limit);
    }
  }

  private EngineExchange(TlsEngine tls, int port, Showing showing) throws IOException {
    this.tls = tls;
    this.engine = tls.engine();
    this.showing = showing;
    this.tcp = new Socket(InetAddress.getLoopbackAddress(), port);
    tcp.setSoTimeout(TIMEOUT_MILLIS);
  }

  /** Connects once with a context of its own. */
  static NegotiatedTls over(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      return over(context, host, port);
    }
  }

  static NegotiatedTls over(TlsContext context, String host, int port) throws IOException {
    return over(context, host, port, Showing.AS_THEY_COME);
  }

  static NegotiatedTls over(TlsContext context, String host, int port, Showing showing)
      throws IOException {
    try (TlsEngine tls = context.engine(host, port);
        EngineExchange exchange = new EngineExchange(tls, port, showing)) {
      return exchange.run();
    }
  }

  /** The failure of a handshake that must not succeed; there is no proof of one either. */
  static SSLException refused(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger());
        TlsEngine tls = context.engine(host, port);
        EngineExchange exchange = new EngineExchange(tls, port, Showing.AS_THEY_COME)) {
      try {
        exchange.run();
      } catch (SSLException e) {
        try {
          throw new AssertionError("negotiated " + tls.negotiated());
        } catch (SSLException noProof) {
          return e;
        }
      }
    }
    throw new AssertionError("the connection was made");
  }

  private NegotiatedTls run() throws IOException {
    engine.beginHandshake();
    while (shaking(engine.getHandshakeStatus())) {}
    NegotiatedTls negotiated = tls.negotiated();
    wrap(ByteBuffer.wrap(new byte[] {DATA}));
    while (plain.position() == 0) {
      unwrap();
    }
    assertThat(plain.flip().get()).isEqualTo((byte) DATA);
    assertThat(tls.negotiated()).isSameAs(negotiated);
    return negotiated;
  }

  /** Takes one step; false if there is none left. */
  private boolean shaking(HandshakeStatus status) throws IOException {
    switch (status) {
      case NEED_TASK -> engine.getDelegatedTask().run();
      case NEED_WRAP -> wrap(ByteBuffer.allocate(0));
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap();
      case FINISHED, NOT_HANDSHAKING -> {
        return false;
      }
    }
    return true;
  }

  private void wrap(ByteBuffer data) throws IOException {
    do {
      engine.wrap(data, sent.clear());
      tcp.getOutputStream().write(sent.array(), 0, sent.position());
    } while (data.hasRemaining());
  }

  private void unwrap() throws IOException {
    SSLEngineResult result = engine.unwrap(received, plain);
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      engine.getDelegatedTask().run();
    }
    switch (result.getStatus()) {
      case BUFFER_UNDERFLOW -> {
        // Netty's engine ends the handshake of TLS 1.2 by unwrapping nothing: no more will come.
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP
            || result.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
          read();
        }
      }
      case CLOSED -> throw new EOFException("the server said good-bye");
      default -> {}
    }
  }

  private void read() throws IOException {
    int read = tcp.getInputStream().read(sent.array());
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    byte[] bytes = new byte[read];
    sent.get(0, bytes);
    showing.show(bytes, tls);
    received.compact().put(bytes).flip();
  }

  @Override
  public void close() throws IOException {
    tcp.close();
  }
}
