package dev.tlsbench.jmh.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.EOFException;

/** The client's end of a pipeline: sends a request, collects the reply, sends the next. */
final class NettyRequests extends SimpleChannelInboundHandler<ByteBuf> {
  private final Dialogue dialogue;
  private final Inbox inbox;
  private final byte[] reply;
  private int filled;
  private int remaining;

  NettyRequests(Dialogue dialogue, Inbox inbox) {
    this.dialogue = dialogue;
    this.inbox = inbox;
    this.reply = new byte[dialogue.replyBytes()];
  }

  /**
   * Begins; the inbox gets one event, after the last reply or a failure. In the event loop only.
   */
  void roundTrips(int count, Channel channel) {
    remaining = count;
    sendRequest(channel);
  }

  private void sendRequest(Channel channel) {
    byte[] request = dialogue.nextRequest();
    channel
        .writeAndFlush(channel.alloc().buffer(request.length).writeBytes(request))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
  }

  /** The last reply, to be read by the thread that was notified of it, until it asks for more. */
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
      dialogue.check(reply);
      remaining--;
      if (remaining == 0) {
        inbox.received();
      } else {
        sendRequest(context.channel());
      }
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
