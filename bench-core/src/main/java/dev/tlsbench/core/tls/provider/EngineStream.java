package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.socket.ForwardingSslEngine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import tlschannel.ClientTlsChannel;
import tlschannel.HeapBufferAllocator;
import tlschannel.NeedsReadException;
import tlschannel.TlsChannel;

/** Blocking streams for a TLS implementation that has engines but no sockets. */
final class EngineStream implements Closeable {
  private final TlsChannel channel;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EngineStream(TlsChannel channel, Runnable release) {
    this.channel = channel;
    this.release = release;
  }

  /**
   * Performs the handshake; {@code release} frees the engine once, after the stream or a failure.
   */
  static TlsStream handshake(Socket tcp, SSLEngine engine, Runnable release) throws IOException {
    TlsChannel channel =
        ClientTlsChannel.newBuilder(new SocketBytes(tcp), new FailingEngine(engine))
            .withEncryptedBufferAllocator(new HeapBufferAllocator())
            .withReleaseBuffers(false)
            .build();
    EngineStream stream = new EngineStream(channel, release);
    try {
      channel.handshake();
      return new TlsStream(
          stream.new Input(),
          Channels.newOutputStream(channel),
          engine.getSession(),
          engine.getApplicationProtocol(),
          stream);
    } catch (NeedsReadException e) {
      stream.close();
      throw timedOut(e);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static SocketTimeoutException timedOut(NeedsReadException cause) {
    SocketTimeoutException timeout = new SocketTimeoutException("Read timed out");
    timeout.initCause(cause);
    return timeout;
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        channel.close();
      } finally {
        release.run();
      }
    }
  }

  /** Reads decrypted data; a read that times out can be repeated. */
  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return channel.read(ByteBuffer.wrap(bytes, offset, length));
      } catch (NeedsReadException e) {
        throw timedOut(e);
      }
    }
  }

  /**
   * A socket's streams as a channel. Unlike NIO channels it keeps the socket's time-outs. A read
   * that times out has read nothing, so the TLS channel stays usable.
   */
  private static final class SocketBytes implements ByteChannel {
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    SocketBytes(Socket socket) throws IOException {
      this.socket = socket;
      this.input = socket.getInputStream();
      this.output = socket.getOutputStream();
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      try {
        int read = input.read(to.array(), to.arrayOffset() + to.position(), to.remaining());
        if (read > 0) {
          to.position(to.position() + read);
        }
        return read;
      } catch (SocketTimeoutException e) {
        return 0;
      }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      int length = from.remaining();
      output.write(from.array(), from.arrayOffset() + from.position(), length);
      from.position(from.limit());
      return length;
    }

    @Override
    public boolean isOpen() {
      return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /**
   * An engine for TLS Channel that fails as soon as it has sent its last alert.
   *
   * <p>Netty's engine does not throw if it cannot decrypt a record: the result of {@code unwrap}
   * asks for a {@code wrap}, which returns the alert, while {@link #getHandshakeStatus} still
   * reports no handshake. TLS Channel relies on the latter, so it would neither send the alert nor
   * learn of the failure, and wait for the server for ever.
   */
  private static final class FailingEngine extends ForwardingSslEngine {
    private boolean failed;
    private boolean alertSent;

    FailingEngine(SSLEngine engine) {
      super(engine);
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
        throws SSLException {
      SSLEngineResult result = super.unwrap(from, to, offset, length);
      failed |=
          result.getStatus() == SSLEngineResult.Status.OK
              && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
              && super.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
      return result;
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
        throws SSLException {
      if (alertSent) {
        throw new SSLException("a TLS record from the server could not be decrypted");
      }
      SSLEngineResult result = super.wrap(from, offset, length, to);
      alertSent = failed && result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW;
      return result;
    }

    @Override
    public HandshakeStatus getHandshakeStatus() {
      return failed ? HandshakeStatus.NEED_WRAP : super.getHandshakeStatus();
    }
  }
}
