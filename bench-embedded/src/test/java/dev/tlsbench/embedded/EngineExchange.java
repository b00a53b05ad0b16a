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
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A client's side by an engine: shakes hands, sends a byte and waits for it to come back. */
final class EngineExchange implements AutoCloseable {
  private static final int DATA = 42;
  private static final int TIMEOUT_MILLIS = 10_000;

  private final TlsEngine engine;
  private final Socket tcp;
  private final Feeding feeding;
  private final ByteBuffer sent = ByteBuffer.allocate(1 << 16);
  private final ByteBuffer plain = ByteBuffer.allocate(1 << 16);

  /** Bytes from the server that are not unwrapped yet, ready to be read. */
  private final ByteBuffer received = ByteBuffer.allocate(1 << 17).flip();

  /** The buffers in which the engine gets the server's bytes. */
  enum Feeding {
    AS_THEY_COME,
    BYTE_BY_BYTE,
    IN_THE_MIDDLE_OF_A_BUFFER {
      @Override
      ByteBuffer of(ByteBuffer bytes) {
        ByteBuffer larger = ByteBuffer.allocate(bytes.remaining() + 20).position(5).slice();
        return larger.position(3).put(bytes.duplicate()).flip().position(3);
      }
    },
    DIRECT {
      @Override
      ByteBuffer of(ByteBuffer bytes) {
        return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
      }
    };

    ByteBuffer of(ByteBuffer bytes) {
      return bytes.duplicate();
    }
  }

  private EngineExchange(TlsEngine engine, int port, Feeding feeding) throws IOException {
    this.engine = engine;
    this.feeding = feeding;
    this.tcp = new Socket(InetAddress.getLoopbackAddress(), port);
    tcp.setSoTimeout(TIMEOUT_MILLIS);
    tcp.setTcpNoDelay(true);
  }

  /** Connects once with a context of its own. */
  static NegotiatedTls over(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      return over(context, host, port);
    }
  }

  static NegotiatedTls over(TlsContext context, String host, int port) throws IOException {
    return over(context, host, port, Feeding.AS_THEY_COME);
  }

  static NegotiatedTls over(TlsContext context, String host, int port, Feeding feeding)
      throws IOException {
    try (TlsEngine tls = context.engine(host, port);
        EngineExchange exchange = new EngineExchange(tls, port, feeding)) {
      return exchange.run();
    }
  }

  /** The failure of a handshake that must not succeed; there is no proof of one either. */
  static SSLException refused(TlsSettings settings, String host, int port) throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger());
        TlsEngine tls = context.engine(host, port);
        EngineExchange exchange = new EngineExchange(tls, port, Feeding.AS_THEY_COME)) {
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
    NegotiatedTls negotiated = engine.negotiated();
    wrap(ByteBuffer.wrap(new byte[] {DATA}));
    while (plain.position() == 0) {
      unwrap();
    }
    assertThat(plain.flip().get()).isEqualTo((byte) DATA);
    assertThat(engine.negotiated()).isSameAs(negotiated);
    return negotiated;
  }

  /** Takes one step; false if there is none left. */
  private boolean shaking(HandshakeStatus status) throws IOException {
    switch (status) {
      case NEED_TASK -> runTask();
      case NEED_WRAP -> wrap(ByteBuffer.allocate(0));
      case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap();
      case FINISHED, NOT_HANDSHAKING -> {
        return false;
      }
    }
    return true;
  }

  private void runTask() {
    Runnable task = engine.getDelegatedTask();
    if (task != null) {
      task.run();
    }
  }

  private void wrap(ByteBuffer data) throws IOException {
    do {
      engine.wrap(data, sent.clear());
      tcp.getOutputStream().write(sent.array(), 0, sent.position());
    } while (data.hasRemaining());
  }

  private void unwrap() throws IOException {
    ByteBuffer fed = feeding.of(received);
    int limit = fed.limit();
    SSLEngineResult result = engine.unwrap(fed, plain);
    assertThat(fed.limit()).isEqualTo(limit);
    received.position(received.position() + result.bytesConsumed());
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      runTask();
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
    int most = feeding == Feeding.BYTE_BY_BYTE ? 1 : sent.capacity();
    int read = tcp.getInputStream().read(sent.array(), 0, most);
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    received.compact().put(sent.array(), 0, read).flip();
  }

  @Override
  public void close() throws IOException {
    tcp.close();
  }
}
