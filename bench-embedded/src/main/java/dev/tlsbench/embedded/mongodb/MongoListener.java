package dev.tlsbench.embedded.mongodb;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.wire.MongoDatabaseHandler;
import de.bwaldvogel.mongo.wire.MongoExceptionHandler;
import de.bwaldvogel.mongo.wire.MongoWireMessageEncoder;
import de.bwaldvogel.mongo.wire.MongoWireProtocolHandler;
import de.bwaldvogel.mongo.wire.MongoWireReplyEncoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Accepts MongoDB's wire protocol, plain or over TLS.
 *
 * <p>mongo-java-server's own listener supports only a key for TLS: no client certificates, no
 * choice of protocols. Its protocol handlers are public, so this listener puts them behind an
 * {@link SSLEngine} that the caller has configured.
 */
final class MongoListener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long QUIET_SECONDS = 0;
  private static final long PATIENCE_SECONDS = 5;

  private final MongoBackend backend;
  private final @Nullable Supplier<SSLEngine> engines;
  private final boolean plainAllowed;
  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /**
   * Creates a listener that does not listen yet.
   *
   * @param engines creates the server's side of a TLS connection; null for plain connections
   * @param plainAllowed whether clients may connect without TLS; must be true without engines
   */
  MongoListener(MongoBackend backend, @Nullable Supplier<SSLEngine> engines, boolean plainAllowed) {
    this.backend = backend;
    this.engines = engines;
    this.plainAllowed = plainAllowed;
  }

  /**
   * Listens on the loopback address.
   *
   * @param port 0 to let the kernel choose
   */
  int listen(int port) {
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(new Connections())
            .bind("127.0.0.1", port)
            .syncUninterruptibly()
            .channel();
    channels.add(listening);
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Cuts all connections, and closes the backend after the last request. */
  @Override
  public void close() {
    channels.close().syncUninterruptibly();
    loops
        .shutdownGracefully(QUIET_SECONDS, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .syncUninterruptibly();
    backend.close();
  }

  private final class Connections extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      channel
          .pipeline()
          .addLast(
              engines == null || plainAllowed
                  ? new FirstBytes(engines)
                  : new SslHandler(engines.get()))
          .addLast(new MongoWireReplyEncoder())
          .addLast(new MongoWireMessageEncoder())
          .addLast(new MongoWireProtocolHandler())
          .addLast(new MongoDatabaseHandler(backend, channels))
          .addLast(new MongoExceptionHandler());
    }
  }

  /**
   * Detects by a connection's first bytes whether the client starts TLS, and serves it accordingly;
   * closes the connection if TLS is not available. Otherwise the ClientHello would be read as the
   * length of a long message (RFC 8446, section 5.1: it starts with 22, 3, 1), and the client would
   * wait until its time-out.
   */
  private static final class FirstBytes extends ByteToMessageDecoder {
    private static final int HANDSHAKE_RECORD = 22;
    private static final int MAJOR_VERSION = 3;

    /** The offset of the major version in a ClientHello, and of the answered id in a message. */
    private static final int VERSION_OR_ANSWERED = 9;

    private final @Nullable Supplier<SSLEngine> engines;

    FirstBytes(@Nullable Supplier<SSLEngine> engines) {
      this.engines = engines;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (in.readableBytes() <= VERSION_OR_ANSWERED) {
        return;
      }
      if (!startsTls(in)) {
        context.pipeline().remove(this);
      } else if (engines != null) {
        context.pipeline().replace(this, null, new SslHandler(engines.get()));
      } else {
        in.skipBytes(in.readableBytes());
        context.channel().close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
      }
    }

    /**
     * Returns whether a ClientHello begins here: a MongoDB request answers no other and has 0
     * there.
     */
    private static boolean startsTls(ByteBuf in) {
      int start = in.readerIndex();
      return in.getByte(start) == HANDSHAKE_RECORD
          && in.getByte(start + 1) == MAJOR_VERSION
          && in.getByte(start + VERSION_OR_ANSWERED) == MAJOR_VERSION;
    }
  }
}
