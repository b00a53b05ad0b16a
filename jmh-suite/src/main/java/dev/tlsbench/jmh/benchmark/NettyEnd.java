package dev.tlsbench.jmh.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.EOFException;
import java.util.function.Consumer;

/** One end of a pipeline: collects messages of one length. Used only in the event loop. */
final class NettyEnd extends SimpleChannelInboundHandler<ByteBuf> {
  /** Receives a whole message, in the same array every time. */
  interface Receiver {
    void received(byte[] message, Channel channel);
  }

  private final byte[] message;
  private final Receiver receiver;
  private final Consumer<Throwable> failures;
  private int filled;

  NettyEnd(int bytes, Receiver receiver, Consumer<Throwable> failures) {
    this.message = new byte[bytes];
    this.receiver = receiver;
    this.failures = failures;
  }

  static void send(byte[] message, Channel channel) {
    channel
        .writeAndFlush(channel.alloc().buffer(message.length).writeBytes(message))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf received) {
    int length = received.readableBytes();
    if (length > message.length - filled) {
      throw new IllegalStateException("more than a message was received");
    }
    received.readBytes(message, filled, length);
    filled += length;
    if (filled == message.length) {
      filled = 0;
      receiver.received(message, context.channel());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    failures.accept(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    failures.accept(new EOFException("the connection was closed"));
  }
}
