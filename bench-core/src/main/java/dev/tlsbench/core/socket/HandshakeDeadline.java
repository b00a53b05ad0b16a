package dev.tlsbench.core.socket;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends a handshake that takes too long by closing its TCP connection. A read time-out is not
 * enough: a server that sends one byte at a time restarts it with each byte.
 */
public final class HandshakeDeadline implements AutoCloseable {
  /** Completed with true when the time is over, and with false when the handshake is. */
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();

  public HandshakeDeadline(Socket tcp, Duration timeout) {
    CompletableFuture<Void> unused =
        end.completeOnTimeout(true, timeout.toNanos(), TimeUnit.NANOSECONDS)
            .thenAccept(late -> close(tcp, late));
  }

  public boolean expired() {
    return end.getNow(false);
  }

  private static void close(Socket tcp, boolean late) {
    try {
      if (late) {
        tcp.close();
      }
    } catch (IOException e) {
      // Only the handshake waits for this socket, and it fails now as intended.
    }
  }

  @Override
  public void close() {
    end.complete(false);
  }
}
