package dev.tlsbench.core.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import tlschannel.ClientTlsChannel;
import tlschannel.HeapBufferAllocator;
import tlschannel.TlsChannel;

/** A blocking stream for a TLS implementation that has engines and no sockets. */
final class EngineStream implements TlsStream {
  private final TlsChannel channel;
  private final SSLEngine engine;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EngineStream(TlsChannel channel, SSLEngine engine, Runnable release) {
    this.channel = channel;
    this.engine = engine;
    this.release = release;
  }

  /** Shakes hands; {@code release} frees the engine once, after the stream or a failure. */
  static EngineStream handshake(Socket tcp, SSLEngine engine, Runnable release) throws IOException {
    TlsChannel channel =
        ClientTlsChannel.newBuilder(new SocketBytes(tcp), engine)
            .withEncryptedBufferAllocator(new HeapBufferAllocator())
            .withReleaseBuffers(false)
            .build();
    EngineStream stream = new EngineStream(channel, engine, release);
    try {
      channel.handshake();
      return stream;
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public InputStream input() {
    return Channels.newInputStream(channel);
  }

  @Override
  public OutputStream output() {
    return Channels.newOutputStream(channel);
  }

  @Override
  public SSLSession session() {
    return engine.getSession();
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

  /** A socket's streams as a channel; its time-outs stay in force, as they would not on NIO's. */
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
      int read = input.read(to.array(), to.arrayOffset() + to.position(), to.remaining());
      if (read > 0) {
        to.position(to.position() + read);
      }
      return read;
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
