package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.jmh.tls.Credentials;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pipelines of Netty over NIO, with one event loop for both ends. The thread that asks hands all of
 * its requests to the event loop and waits once, until the last reply is there.
 */
final class NettyConversation implements Conversation {
  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("tlsbench-netty", true), NioIoHandler.newFactory());
  private final Inbox inbox = new Inbox();
  private final NettyRequests requests;
  private final @Nullable NettyClientTls clientTls;
  private final Channel client;

  /**
   * Connects, shakes hands and checks the outcome.
   *
   * @param tls {@code null} for plain text
   */
  NettyConversation(@Nullable SocketTls tls, Dialogue dialogue) throws IOException {
    requests = new NettyRequests(dialogue, inbox);
    InetAddress loopback = Conversation.loopback();
    NettyClientTls ownTls = null;
    try {
      Channel server = connected(listen(loopback, tls, new Messages(dialogue.replyBytes())));
      int port = ((InetSocketAddress) server.localAddress()).getPort();
      if (tls != null) {
        ownTls = new NettyClientTls(tls.client().engine(Credentials.HOST, port));
      }
      client = connected(connect(new InetSocketAddress(loopback, port), ownTls));
      if (tls != null && ownTls != null) {
        tls.check(ownTls.negotiated(client));
      }
      clientTls = ownTls;
    } catch (IOException | RuntimeException e) {
      end(ownTls);
      throw e;
    }
  }

  private ChannelFuture listen(InetAddress address, @Nullable SocketTls tls, Messages messages) {
    return new ServerBootstrap()
        .group(loop)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                if (tls != null) {
                  channel.pipeline().addLast(new SslHandler(tls.server().newEngine()));
                }
                channel.pipeline().addLast(new NettyReplies(messages, inbox));
              }
            })
        .bind(address, 0);
  }

  private ChannelFuture connect(InetSocketAddress server, @Nullable NettyClientTls tls) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, TIMEOUT_MILLIS)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                if (tls != null) {
                  tls.addTo(channel.pipeline());
                }
                channel.pipeline().addLast(requests);
              }
            })
        .connect(server);
  }

  private static Channel connected(ChannelFuture future) throws IOException {
    if (!future.awaitUninterruptibly(TIMEOUT_MILLIS) || !future.isSuccess()) {
      throw new IOException("no connection over the loopback interface", future.cause());
    }
    return future.channel();
  }

  @Override
  public byte[] roundTrips(int count) throws IOException {
    client.eventLoop().execute(() -> requests.roundTrips(count, client));
    inbox.await();
    return requests.reply();
  }

  @Override
  public void close() throws IOException {
    client.close().awaitUninterruptibly(TIMEOUT_MILLIS);
    end(clientTls);
  }

  /** Ends the thread; what is still open is closed by that. */
  private void end(@Nullable NettyClientTls tls) throws IOException {
    boolean ended =
        loop.shutdownGracefully(0, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
            .awaitUninterruptibly(TIMEOUT_MILLIS);
    if (tls != null) {
      tls.close();
    }
    if (!ended) {
      throw new IOException("the event loop does not end");
    }
  }
}
