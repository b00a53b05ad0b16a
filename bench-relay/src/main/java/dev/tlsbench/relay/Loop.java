package dev.tlsbench.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Two threads that serve connections of a relay: one waits for sockets to become ready, the other
 * for pieces to become due.
 *
 * <p>The timeout of a selector has a resolution of a millisecond, which is too coarse for a delay.
 * The second thread parks for nanoseconds instead, and writes pieces when they are due.
 *
 * <p>The monitor of the loop guards its state and that of all its connections and their pipes.
 */
final class Loop {
  /** The largest piece, in bytes. */
  static final int PIECE = 1 << 16;

  /**
   * Linux lets a thread sleep 50 μs longer than requested (timer slack, prctl(2)). The thread wakes
   * earlier by this time, and spins for the short rest.
   */
  private static final long SLACK_NANOS = 50_000;

  /** The maximum number of direct buffers that hold pieces, 32 MiB in total. */
  private static final int MOST_KEPT = 512;

  private static final long JOIN_MILLIS = 1_000;

  private final InetSocketAddress server;
  private final long oneWayNanos;
  private final Watcher watcher;
  private final AtomicLong faults;
  private final Selector selector = Selector.open();
  private final Deque<ByteBuffer> spare = new ArrayDeque<>();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE);
  private int kept;
  private final Set<Connection> connections = new HashSet<>();
  private final long epochNanos = System.nanoTime();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(timer -> timer.due - epochNanos));
  private final Phaser running = new Phaser(3);
  private final Thread selecting = thread("select", this::select);
  private final Thread timing = thread("time", this::time);
  private @Nullable Fault fault;
  private long faultNumber;
  private volatile long nextDue = epochNanos;
  private volatile boolean closed;

  /** Handles a ready key. */
  interface Handler {
    void ready(SelectionKey key, int operations);
  }

  /** Work for a time by {@link System#nanoTime}, done without the monitor. */
  record Timer(long due, Runnable work) {}

  /** Creates a loop without connections; {@code faults} counts those that a fault affected. */
  Loop(InetSocketAddress server, long oneWayNanos, Watcher watcher, AtomicLong faults)
      throws IOException {
    this.server = server;
    this.oneWayNanos = oneWayNanos;
    this.watcher = watcher;
    this.faults = faults;
  }

  private Thread thread(String job, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              running.arrive();
              work.run();
            },
            "tlsbench-relay-" + job);
    thread.setDaemon(true);
    return thread;
  }

  /** Waits until both threads run: only then does the system know the names that identify them. */
  void start() {
    selecting.start();
    timing.start();
    running.awaitAdvance(running.arrive());
  }

  /** Serves an accepted client, unless the loop is closed. */
  synchronized void add(SocketChannel client) {
    try {
      if (closed) {
        client.close();
      } else {
        Watcher.View view = watcher.opened((InetSocketAddress) client.getRemoteAddress());
        Connection connection = connection(client, view);
        connections.add(connection);
        connection.open(server);
      }
    } catch (IOException e) {
      // The client has already left, or no descriptors are left for more connections.
      Connection.closeQuietly(client);
      wake();
    }
  }

  /** Closes an accepted client that cannot be served. */
  void refuse(SocketChannel client, IOException reason) {
    try {
      Watcher.View view = watcher.opened((InetSocketAddress) client.getRemoteAddress());
      view.failed(reason);
      view.closed();
    } catch (IOException e) {
      // The client has already left.
    }
    Connection.closeQuietly(client);
  }

  private Connection connection(SocketChannel client, Watcher.View view) throws IOException {
    try {
      return new Connection(this, client, view, oneWayNanos);
    } catch (IOException e) {
      view.failed(e);
      view.closed();
      throw e;
    }
  }

  synchronized void remove(Connection connection) {
    connections.remove(connection);
    wake();
  }

  /** Applies a fault to all connections, open and new ones, before it returns. */
  synchronized void apply(@Nullable Fault next) {
    fault = next;
    faultNumber++;
    List.copyOf(connections).forEach(Connection::suffer);
  }

  @Nullable Fault fault() {
    return fault;
  }

  /** Grows with each call of inject or heal. */
  long faultNumber() {
    return faultNumber;
  }

  void countFault() {
    faults.incrementAndGet();
  }

  /** Returns a buffer to read into; only for the selecting thread. */
  ByteBuffer buffer() {
    return buffer.clear();
  }

  /** Returns a buffer to keep a piece in: the same one if it is well filled, or a copy. */
  synchronized ByteBuffer keep(ByteBuffer bytes) {
    if (bytes.remaining() < PIECE / 2 || kept == MOST_KEPT) {
      return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }
    kept++;
    buffer = spare.isEmpty() ? ByteBuffer.allocateDirect(PIECE) : spare.pop();
    return bytes;
  }

  /** Takes back a buffer of {@link #keep}; it is out of use if {@code reusable}. */
  synchronized void release(ByteBuffer bytes, boolean reusable) {
    if (bytes.isDirect()) {
      kept--;
      if (reusable) {
        spare.push(bytes);
      }
    }
  }

  SelectionKey register(SelectableChannel channel, Handler handler) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, 0, handler);
  }

  /** Turns interest in an operation on or off, with immediate effect. */
  synchronized void watch(SelectionKey key, int operation, boolean on) {
    if (!key.isValid()) {
      return;
    }
    int before = key.interestOps();
    int after = on ? before | operation : before & ~operation;
    if (after != before) {
      key.interestOps(after);
      wake();
    }
  }

  /** Makes the selector notice changes to its keys, and finish closing channels. */
  private void wake() {
    if (Thread.currentThread() != selecting) {
      selector.wakeup();
    }
  }

  synchronized Timer at(long due, Runnable work) {
    Timer timer = new Timer(due, work);
    timers.add(timer);
    if (due - nextDue < 0) {
      nextDue = due;
      LockSupport.unpark(timing);
    }
    return timer;
  }

  void cancel(Timer timer) {
    timers.remove(timer);
  }

  private void select() {
    try {
      while (!closed) {
        selector.select(this::ready);
      }
    } catch (IOException | ClosedSelectorException e) {
      // Closed, or failed: then connections must not hang without a thread.
    } finally {
      end();
    }
  }

  private void ready(SelectionKey key) {
    int operations;
    synchronized (this) {
      operations = key.isValid() ? key.readyOps() : 0;
    }
    ((Handler) key.attachment()).ready(key, operations);
  }

  private void time() {
    try {
      while (!closed) {
        long due = nextDue;
        if (due - System.nanoTime() > 0) {
          await(due);
        } else {
          runDue();
        }
      }
    } finally {
      end();
    }
  }

  private void await(long due) {
    long left = due - System.nanoTime();
    if (left <= SLACK_NANOS) {
      LockSupport.parkNanos(this, left);
      return;
    }
    LockSupport.parkNanos(this, left - SLACK_NANOS);
    // More time is left if the thread was woken for an earlier timer.
    if (due - System.nanoTime() <= SLACK_NANOS) {
      while (due - System.nanoTime() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  private void runDue() {
    for (Timer timer = takeDue(); timer != null; timer = takeDue()) {
      timer.work.run();
    }
  }

  private synchronized @Nullable Timer takeDue() {
    Timer next = timers.peek();
    long now = System.nanoTime();
    nextDue = next == null ? now + Long.MAX_VALUE : next.due;
    return nextDue - now > 0 ? null : timers.remove();
  }

  /** Closes all connections and waits for both threads to end. Further calls have no effect. */
  void close() {
    end();
    try {
      selecting.join(JOIN_MILLIS);
      timing.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    synchronized (this) {
      closed = true;
      List.copyOf(connections).forEach(Connection::close);
    }
    LockSupport.unpark(timing);
    try {
      // Channels are finally closed once the selector has released them.
      selector.close();
    } catch (IOException e) {
      // Nothing more can be done; the connections are closed.
    }
  }
}
