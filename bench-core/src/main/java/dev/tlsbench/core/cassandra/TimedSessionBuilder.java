package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.DefaultNettyOptions;
import com.datastax.oss.driver.internal.core.context.NettyOptions;
import com.datastax.oss.driver.shaded.netty.channel.Channel;
import com.datastax.oss.driver.shaded.netty.channel.ChannelHandlerContext;
import com.datastax.oss.driver.shaded.netty.channel.ChannelOutboundHandlerAdapter;
import com.datastax.oss.driver.shaded.netty.channel.ChannelPromise;
import com.datastax.oss.driver.shaded.netty.handler.ssl.SslHandler;
import com.datastax.oss.driver.shaded.netty.util.concurrent.PromiseNotifier;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Builds sessions that report how long each connection took, and limit handshakes; the driver's
 * options do neither.
 */
final class TimedSessionBuilder extends CqlSessionBuilder {
  private final Consumer<Duration> connected;
  private final Duration longestHandshake;

  TimedSessionBuilder(Consumer<Duration> connected, Duration longestHandshake) {
    this.connected = connected;
    this.longestHandshake = longestHandshake;
  }

  @Override
  protected DriverContext buildContext(DriverConfigLoader config, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(config, arguments) {
      @Override
      protected NettyOptions buildNettyOptions() {
        return new DefaultNettyOptions(this) {
          @Override
          public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addLast(new ConnectTimer());
            SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls != null) {
              tls.setHandshakeTimeoutMillis(longestHandshake.toMillis());
            }
          }
        };
      }
    };
  }

  /**
   * Times the driver's promise of a connection, which includes TLS, the log-in and the keyspace.
   */
  private final class ConnectTimer extends ChannelOutboundHandlerAdapter {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // they are the promises themselves
    public void connect(
        ChannelHandlerContext context,
        SocketAddress server,
        SocketAddress local,
        ChannelPromise driver) {
      long start = System.nanoTime();
      ChannelPromise usable = context.newPromise();
      // Before the driver hears of it, so that a session is returned after all reports.
      usable.addListener(
          done -> {
            if (done.isSuccess()) {
              connected.accept(Duration.ofNanos(System.nanoTime() - start));
            }
          });
      PromiseNotifier.cascade(usable, driver);
      context.connect(server, local, usable);
      context.pipeline().remove(this);
    }
  }
}
