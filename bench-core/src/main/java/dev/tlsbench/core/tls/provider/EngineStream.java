package dev.tlsbench.core.tls.provider;

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
}
