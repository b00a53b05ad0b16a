package dev.tlsbench.experiment.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * One direction of a line: one thread reads and notes when, another writes each piece when its time
 * has come. Pieces stay in their order, for all wait equally long.
 */
final class Pipe {
  private static final int PIECE = 1 << 16;

  /** What a piece costs besides its bytes, so that many small ones are bounded, too. */
  private static final int OVERHEAD = 128;

  private static final byte[] END = new byte[0];

  private final Socket from;
  private final Socket to;
  private final long delayNanos;
  private final Consumer<Boolean> whenEnded;
  private final BlockingQueue<Piece> waiting = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(Line.MOST_BYTES);

  /**
   * Joins two sockets.
   *
   * @param delayNanos how long each piece waits
   * @param whenEnded told once for each thread that ends in an error ({@code false}), and once when
   *     the end of the stream was passed on ({@code true})
   */
  Pipe(Socket from, Socket to, long delayNanos, Consumer<Boolean> whenEnded) {
    this.from = from;
    this.to = to;
    this.delayNanos = delayNanos;
    this.whenEnded = whenEnded;
  }

  /** Reads until the stream ends; blocks while too much is on its way. */
  void read() {
    byte[] buffer = new byte[PIECE];
    try {
      InputStream in = from.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        add(Arrays.copyOf(buffer, length));
      }
      add(END);
    } catch (IOException e) {
      whenEnded.accept(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      whenEnded.accept(false);
    }
  }

  private void add(byte[] bytes) throws InterruptedException {
    Piece piece = new Piece(bytes, System.nanoTime() + delayNanos);
    room.acquire(piece.cost());
    waiting.add(piece);
  }

  /** Writes until the end of the stream was passed on. */
  void write() {
    try {
      OutputStream out = to.getOutputStream();
      for (Piece piece = next(); piece.bytes != END; piece = next()) {
        out.write(piece.bytes);
        room.release(piece.cost());
      }
      to.shutdownOutput();
      whenEnded.accept(true);
    } catch (IOException e) {
      whenEnded.accept(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      whenEnded.accept(false);
    }
  }

  /** Wakes threads that wait for room or for a piece; the sockets are closed already. */
  void stop() {
    waiting.add(new Piece(END, System.nanoTime()));
    room.release(Line.MOST_BYTES);
  }

  private Piece next() throws InterruptedException {
    Piece piece = waiting.take();
    Line.await(piece.dueNanos);
    return piece;
  }

  /** Some bytes, and when they may go on. */
  private static final class Piece {
    private final byte[] bytes;
    private final long dueNanos;

    Piece(byte[] bytes, long dueNanos) {
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }

    int cost() {
      return bytes.length + OVERHEAD;
    }
  }
}
