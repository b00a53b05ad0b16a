package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The ways to write bytes to a socket. The constants are spelled as on the command line. */
public enum Transport {
  /** Blocking streams of a socket, as most drivers use them. */
  sslsocket {
    @Override
    Conversation open(Conversation.@Nullable Tls tls, Messages messages) throws IOException {
      return BlockingConversation.open(tls, messages);
    }
  },
  netty {
    @Override
    Conversation open(Conversation.@Nullable Tls tls, Messages messages) throws IOException {
      return new NettyConversation(tls, messages);
    }
  };

  /**
   * Connects, shakes hands and checks the outcome.
   *
   * @param tls {@code null} for plain text
   * @param messages the client's end
   * @throws IllegalStateException if the handshake has another outcome than expected
   */
  abstract Conversation open(Conversation.@Nullable Tls tls, Messages messages) throws IOException;
}
