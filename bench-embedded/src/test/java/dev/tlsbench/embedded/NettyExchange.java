package dev.tlsbench.embedded;

import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client's side in a pipeline of Netty: sends a byte and waits for it to come back. */
final class NettyExchange {
  private static final int DATA = 42;

  private NettyExchange() {}

  static int over(TlsContext context, String host, int port) throws Exception {
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    try (TlsEngine engine = context.engine(host, port)) {
      Channel channel =
          new Bootstrap()
              .group(group)
              .channel(NioSocketChannel.class)
              .handler(new Pipeline(engine, answer))
              .connect(InetAddress.getLoopbackAddress(), port)
              .sync()
              .channel();
      channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {DATA})).sync();
      int read = answer.get(10, TimeUnit.SECONDS);
      channel.close().sync();
      return read;
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  private static final class Pipeline extends ChannelInitializer<Channel> {
    private final TlsEngine engine;
    private final CompletableFuture<Integer> answer;

    Pipeline(TlsEngine engine, CompletableFuture<Integer> answer) {
      this.engine = engine;
      this.answer = answer;
    }

    @Override
    protected void initChannel(Channel channel) {
      channel.pipeline().addLast(new SslHandler(engine), new Answers());
    }

    private final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
      @Override
      protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
        answer.complete((int) message.readByte());
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        answer.completeExceptionally(cause);
      }
    }
  }
}
