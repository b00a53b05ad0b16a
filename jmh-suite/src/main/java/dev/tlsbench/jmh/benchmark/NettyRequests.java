package dev.tlsbench.jmh.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.EOFException;

/** The client's end of a pipeline: collects a reply until it is whole. */
final class NettyRequests extends SimpleChannelInboundHandler<ByteBuf> {
  private final byte[] reply;
  private final Inbox inbox;
  private int filled;

  NettyRequests(int replyBytes, Inbox inbox) {
    this.reply = new byte[replyBytes];
    this.inbox = inbox;
  }

  /** To be read by the thread that was told of it, until it sends the next request. */
  byte[] reply() {
    return reply;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf received) {
    int length = received.readableBytes();
    if (length > reply.length - filled) {
      throw new IllegalStateException("more than a reply was received");
    }
    received.readBytes(reply, filled, length);
    filled += length;
    if (filled == reply.length) {
      filled = 0;
      inbox.received();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    inbox.failed(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    inbox.failed(new EOFException("the connection was closed"));
  }
}
