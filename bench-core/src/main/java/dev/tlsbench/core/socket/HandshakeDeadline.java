package dev.tlsbench.core.socket;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends a handshake that takes too long by closing its TCP connection. A read time-out is not
 * enough: a server that sends one byte at a time restarts it with each byte.
 */
public final class HandshakeDeadline implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Socket tcp;
  private final ScheduledFuture<?> alarm;
  private volatile boolean expired;

  public HandshakeDeadline(Socket tcp, Duration timeout) {
    this.tcp = tcp;
    this.alarm = CLOCK.schedule(this::expire, timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  public boolean expired() {
    return expired;
  }

  private void expire() {
    expired = true;
    try {
      tcp.close();
    } catch (IOException e) {
      // Only the handshake waits for this socket, and it fails now as intended.
    }
  }

  @Override
  public void close() {
    alarm.cancel(false);
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "tlsbench-handshake-deadline");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }
}
