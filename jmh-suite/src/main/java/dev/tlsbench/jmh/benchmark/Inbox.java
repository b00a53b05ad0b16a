package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hands what an event loop has received, or its failure, to a thread that waits. */
final class Inbox {
  private static final int MORE_THAN_CAN_COME = 16;

  private final BlockingQueue<Optional<Throwable>> events =
      new ArrayBlockingQueue<>(MORE_THAN_CAN_COME);

  /** Says that a reply is there. */
  void received() {
    events.add(Optional.empty());
  }

  /** Says that none will come. */
  void failed(Throwable cause) {
    events.add(Optional.of(cause));
  }

  /** Waits for the next event. */
  void await() throws IOException {
    Optional<Throwable> event;
    try {
      event = events.poll(Conversation.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a reply", e);
    }
    if (event == null) {
      throw new IOException("no reply within " + Conversation.TIMEOUT_MILLIS + " ms");
    }
    if (event.isPresent()) {
      throw new IOException("the connection failed: " + event.get(), event.get());
    }
  }
}
