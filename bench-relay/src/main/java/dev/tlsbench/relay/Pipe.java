package dev.tlsbench.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: reads pieces from one socket with their times, and writes each
 * piece to the other socket when it is due. Guarded by its loop's monitor.
 */
final class Pipe {
  /** The maximum number of buffered bytes, overhead included. */
  private static final int MOST_BYTES = 1 << 25;

  /** The memory of a piece besides its bytes, so that many small ones are limited, too. */
  private static final int OVERHEAD = 128;

  /** A slow connection passes a portion every 125 ms: 1024 bytes a second. */
  private static final int PORTION = 128;

  private static final long PORTION_NANOS = TimeUnit.MILLISECONDS.toNanos(125);

  private final Loop loop;
  private final Connection connection;
  private final SelectionKey source;
  private final SelectionKey sink;
  private final SocketChannel in;
  private final SocketChannel out;
  private final long delayNanos;
  private final Fault corruption;
  private final Queue<Piece> waiting = new ArrayDeque<>(2);
  private int held;
  private long nextPortionNanos = System.nanoTime();
  private Loop.@Nullable Timer timer;
  private boolean reads;
  private boolean writes;
  private boolean broken;
  private boolean ended;
  private boolean over;
  private boolean writing;
  private boolean deaf;

  /**
   * Bytes on their way.
   *
   * @param bytes the unwritten part; without capacity for the end of the stream
   * @param limit the end of the piece in its buffer
   * @param due the earliest time to write it, by {@link System#nanoTime}
   * @param cost the memory of the whole piece
   */
  private record Piece(ByteBuffer bytes, int limit, long due, int cost) {
    boolean isEnd() {
      return bytes.capacity() == 0;
    }
  }

  /** Joins two sockets; {@code corruption} is the fault that inverts a bit in this direction. */
  Pipe(
      Loop loop,
      Connection connection,
      SelectionKey source,
      SelectionKey sink,
      long delayNanos,
      Fault corruption) {
    this.loop = loop;
    this.connection = connection;
    this.source = source;
    this.sink = sink;
    this.in = (SocketChannel) source.channel();
    this.out = (SocketChannel) sink.channel();
    this.delayNanos = delayNanos;
    this.corruption = corruption;
  }

  void startReading() {
    synchronized (loop) {
      reads = true;
      watchSource();
    }
  }

  void startWriting() {
    synchronized (loop) {
      writes = true;
    }
    pass();
  }

  private void watchSource() {
    // Without a delay a piece waits only for a full sink or a fault.
    int room = delayNanos == 0 ? 0 : MOST_BYTES - Loop.PIECE - OVERHEAD;
    loop.watch(source, SelectionKey.OP_READ, reads && held <= room);
  }

  /** Reads a piece when the source is ready. */
  void read(ByteBuffer buffer) {
    try {
      if (in.read(buffer) < 0) {
        end(false);
        return;
      }
    } catch (IOException e) {
      end(true);
      return;
    }
    buffer.flip();
    connection.show(this, buffer);
    if (takeStraight()) {
      boolean open = send(buffer);
      synchronized (loop) {
        sent(open);
      }
    }
    if (buffer.hasRemaining()) {
      hold(buffer);
    } else {
      pass();
    }
  }

  /**
   * Ends the stream after the waiting pieces, with the same delay.
   *
   * @param abruptly whether the whole connection ends then, as after a reset
   */
  void end(boolean abruptly) {
    synchronized (loop) {
      broken |= abruptly;
      if (over && broken) {
        connection.close();
      }
    }
    hold(ByteBuffer.allocate(0));
  }

  /**
   * Ends the whole connection once all bytes are read that a socket sent before it was reset, such
   * as an alert; the end of its stream follows them.
   */
  void endAfterTheRest() {
    boolean reading;
    synchronized (loop) {
      broken = true;
      reading = reads && !over;
    }
    if (!reading) {
      end(true);
    }
  }

  private void hold(ByteBuffer bytes) {
    synchronized (loop) {
      if (ended) {
        return;
      }
      ByteBuffer kept = loop.keep(bytes);
      int cost = OVERHEAD + kept.remaining();
      Piece piece = new Piece(kept, kept.limit(), System.nanoTime() + delayNanos, cost);
      ended = piece.isEnd();
      reads &= !ended;
      waiting.add(piece);
      held += piece.cost;
      watchSource();
    }
    pass();
  }

  /** Writes due pieces, unless a fault holds them back, and schedules the others. */
  void pass() {
    Piece piece = take();
    while (piece != null && write(piece)) {
      piece = take();
    }
  }

  /** Begins to write a piece without copying it: no piece waits and no fault is active. */
  private boolean takeStraight() {
    synchronized (loop) {
      boolean free = writes && !writing && !deaf && waiting.isEmpty();
      boolean straight = free && delayNanos == 0 && loop.fault() == null;
      writing |= straight;
      return straight;
    }
  }

  /** Begins to write the next piece, if it may pass. */
  private @Nullable Piece take() {
    synchronized (loop) {
      Piece next = waiting.peek();
      if (!writes || writing || next == null) {
        return null;
      }
      Fault fault = loop.fault();
      long now = System.nanoTime();
      long due = next.due;
      if (fault == Fault.SLOW && nextPortionNanos - due > 0) {
        due = nextPortionNanos;
      }
      if (due - now > 0) {
        passAt(due);
        return null;
      }
      if (fault == Fault.STALL) {
        connection.hit();
        return null;
      }
      if (next.isEnd()) {
        passEnd();
        return null;
      }
      ByteBuffer bytes = next.bytes;
      if (fault == Fault.SLOW) {
        connection.hit();
        bytes.limit(Math.min(bytes.limit(), bytes.position() + PORTION));
        nextPortionNanos = now + PORTION_NANOS;
      } else if (fault == corruption && connection.hit()) {
        int last = bytes.limit() - 1;
        bytes.put(last, (byte) (bytes.get(last) ^ 1));
      }
      writing = true;
      return next;
    }
  }

  /** Writes a piece, and returns whether the sink accepted all that may pass. */
  private boolean write(Piece piece) {
    ByteBuffer bytes = piece.bytes;
    boolean open = send(bytes);
    synchronized (loop) {
      sent(open);
      if (over) {
        return false;
      }
      boolean taken = !open || !bytes.hasRemaining();
      bytes.limit(piece.limit);
      if (!open || !bytes.hasRemaining()) {
        waiting.remove();
        loop.release(bytes, true);
        held -= piece.cost;
        watchSource();
      }
      loop.watch(sink, SelectionKey.OP_WRITE, !taken);
      return taken;
    }
  }

  /**
   * Writes without the monitor, so that both threads can work; returns whether the sink is open.
   */
  private boolean send(ByteBuffer bytes) {
    try {
      out.write(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void sent(boolean open) {
    writing = false;
    if (!open && !deaf) {
      connection.lost(this);
    }
  }

  private void passAt(long due) {
    if (timer != null && timer.due() - due > 0) {
      loop.cancel(timer);
      timer = null;
    }
    if (timer == null) {
      timer = loop.at(due, this::passNow);
    }
  }

  private void passNow() {
    synchronized (loop) {
      timer = null;
    }
    pass();
  }

  private void passEnd() {
    if (broken) {
      connection.close();
    } else {
      endEarly();
      discard();
      connection.ended();
    }
  }

  /** Ends the stream for the reader; later bytes are lost. */
  void endEarly() {
    if (!deaf) {
      deaf = true;
      try {
        out.shutdownOutput();
      } catch (IOException e) {
        connection.lost(this);
      }
    }
  }

  boolean isOver() {
    return over;
  }

  /** Drops the waiting pieces, and neither reads nor writes again. */
  void discard() {
    reads = false;
    writes = false;
    ended = true;
    over = true;
    // The other thread may be writing the first one.
    waiting.forEach(piece -> loop.release(piece.bytes, false));
    waiting.clear();
    held = 0;
    watchSource();
    loop.watch(sink, SelectionKey.OP_WRITE, false);
  }
}
