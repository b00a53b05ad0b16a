package dev.tlsbench.jmh.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/** The server's end of a pipeline: answers each request that is whole. */
final class NettyReplies extends SimpleChannelInboundHandler<ByteBuf> {
  private final Messages messages;
  private final Inbox inbox;
  private final byte[] request = new byte[Messages.REQUEST_BYTES];
  private int filled;
  private long number;

  /** Failures go to the client's inbox, since its thread is the one that can throw them. */
  NettyReplies(Messages messages, Inbox inbox) {
    this.messages = messages;
    this.inbox = inbox;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf received) {
    int length = received.readableBytes();
    if (length > request.length - filled) {
      throw new IllegalStateException("more than a request was received");
    }
    received.readBytes(request, filled, length);
    filled += length;
    if (filled == request.length) {
      filled = 0;
      messages.checkRequest(number, request);
      byte[] reply = messages.reply(number++);
      context
          .writeAndFlush(context.alloc().buffer(reply.length).writeBytes(reply))
          .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    inbox.failed(cause);
  }
}
