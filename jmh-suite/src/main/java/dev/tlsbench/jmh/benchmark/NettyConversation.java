package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.jmh.tls.Credentials;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pipelines of Netty over NIO, with one event loop for both ends. The calling thread hands all of
 * its requests to the event loop and waits once, until the last reply is there.
 */
final class NettyConversation implements Conversation {
  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("tlsbench-netty", true), NioIoHandler.newFactory());
  private final Messages messages;
  private final Channel client;
  private @Nullable TlsEngine engine;

  // Accessed only by the event loop.
  private int remaining;
  private CompletableFuture<byte[]> lastReply = new CompletableFuture<>();
  private @Nullable Throwable failure;

  NettyConversation(@Nullable Tls tls, Messages messages) throws IOException {
    this.messages = messages;
    Messages answers = messages.server();
    try {
      Channel server =
          connected(
              new ServerBootstrap()
                  .group(loop)
                  .channel(NioServerSocketChannel.class)
                  .childOption(ChannelOption.TCP_NODELAY, true)
                  .childHandler(
                      pipeline(
                          handlers -> {
                            if (tls != null) {
                              handlers.addLast(new SslHandler(tls.server().newEngine()));
                            }
                            handlers.addLast(end(Messages.REQUEST_BYTES, answer(answers)));
                          }))
                  .bind(Conversation.loopback(), 0));
      client = connect(((InetSocketAddress) server.localAddress()).getPort(), tls);
    } catch (IOException | RuntimeException e) {
      end();
      throw e;
    }
  }

  private Channel connect(int port, @Nullable Tls tls) throws IOException {
    InetSocketAddress address = new InetSocketAddress(Conversation.loopback(), port);
    NettyEnd end = end(messages.replyBytes(), this::received);
    if (tls == null) {
      return connected(bootstrap(handlers -> handlers.addLast(end)).connect(address));
    }
    TlsEngine own = tls.client().engine(Credentials.HOST, port);
    engine = own;
    SslHandler handler = new SslHandler(own.implementation());
    handler.setHandshakeTimeoutMillis(TIMEOUT_MILLIS);
    Tap tap = new Tap(own);
    Channel channel =
        connected(bootstrap(handlers -> handlers.addLast(tap, handler, end)).connect(address));
    Conversation.await(handler.handshakeFuture(), "the handshake");
    tls.check(
        Conversation.await(
            channel
                .eventLoop()
                .submit(
                    () -> {
                      channel.pipeline().remove(tap);
                      return own.negotiated();
                    }),
            "the handshake"));
    return channel;
  }

  private Bootstrap bootstrap(Consumer<ChannelPipeline> handlers) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, TIMEOUT_MILLIS)
        .handler(pipeline(handlers));
  }

  private static ChannelInitializer<Channel> pipeline(Consumer<ChannelPipeline> handlers) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        handlers.accept(channel.pipeline());
      }
    };
  }

  private NettyEnd end(int bytes, NettyEnd.Receiver receiver) {
    return new NettyEnd(bytes, receiver, this::fail);
  }

  private static NettyEnd.Receiver answer(Messages answers) {
    return (request, channel) -> NettyEnd.send(answers.replyTo(request), channel);
  }

  private static Channel connected(ChannelFuture future) throws IOException {
    Conversation.await(future, "a connection over the loopback interface");
    return future.channel();
  }

  @Override
  public byte[] roundTrips(int count) throws IOException {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    client
        .eventLoop()
        .execute(
            () -> {
              lastReply = reply;
              remaining = count;
              if (failure == null) {
                NettyEnd.send(messages.request(), client);
              } else {
                reply.completeExceptionally(failure);
              }
            });
    return Conversation.await(reply, "the connection");
  }

  private void received(byte[] reply, Channel channel) {
    messages.checkReply(reply);
    remaining--;
    if (remaining == 0) {
      lastReply.complete(reply);
    } else {
      NettyEnd.send(messages.request(), channel);
    }
  }

  private void fail(Throwable cause) {
    failure = failure == null ? cause : failure;
    lastReply.completeExceptionally(cause);
  }

  @Override
  public void close() throws IOException {
    client.close().awaitUninterruptibly(TIMEOUT_MILLIS);
    end();
  }

  /** Ends the event loop, which closes open channels, and then frees the handler's engine. */
  private void end() throws IOException {
    boolean ended =
        loop.shutdownGracefully(0, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
            .awaitUninterruptibly(TIMEOUT_MILLIS);
    if (engine != null) {
      engine.close();
    }
    if (!ended) {
      throw new IOException("the event loop does not end");
    }
  }

  /**
   * Passes the server's bytes to the client's engine, which reads the handshake's outcome from
   * them.
   */
  private static final class Tap extends ChannelInboundHandlerAdapter {
    private final TlsEngine engine;

    Tap(TlsEngine engine) {
      this.engine = engine;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      engine.received(((ByteBuf) message).nioBuffer());
      context.fireChannelRead(message);
    }
  }
}
