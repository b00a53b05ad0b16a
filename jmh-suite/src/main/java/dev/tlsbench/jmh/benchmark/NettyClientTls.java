package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsEngine;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Netty's {@code SslHandler} around an engine of bench-core, and the proof of its handshake. */
final class NettyClientTls {
  private final TlsEngine engine;
  private final SslHandler handler;
  private final Tap tap = new Tap();

  NettyClientTls(TlsEngine engine) {
    this.engine = engine;
    this.handler = new SslHandler(engine.engine());
    handler.setHandshakeTimeoutMillis(Conversation.TIMEOUT_MILLIS);
  }

  void addTo(ChannelPipeline pipeline) {
    pipeline.addLast(tap, handler);
  }

  /** Waits for the end of the handshake; from then on nobody listens any more. */
  NegotiatedTls negotiated(Channel channel) throws IOException {
    try {
      handler.handshakeFuture().get(Conversation.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      return channel
          .eventLoop()
          .submit(
              () -> {
                channel.pipeline().remove(tap);
                return engine.negotiated();
              })
          .get(Conversation.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in a handshake", e);
    } catch (ExecutionException e) {
      throw new IOException("the handshake failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IOException("the handshake does not end", e);
    }
  }

  /** To be called when the channel has left its event loop, whose handler frees the engine too. */
  void close() {
    engine.close();
  }

  /** Shows the engine's proof what the server sends. */
  private final class Tap extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      engine.received(((ByteBuf) message).nioBuffer());
      context.fireChannelRead(message);
    }
  }
}
