package dev.tlsbench.core.mongodb;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ServerId;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionPoolClosedEvent;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionPoolReadyEvent;
import com.mongodb.event.ConnectionReadyEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Counts the pooled connections that are ready for use, and reports those of its own client. */
final class PoolWatch implements ConnectionPoolListener {
  private final Map<ServerId, Set<ConnectionId>> ready = new HashMap<>();
  private final Consumer<ServerAddress> onReady;
  private final AtomicReference<ClusterId> client = new AtomicReference<>();

  PoolWatch(Consumer<ServerAddress> onReady) {
    this.onReady = onReady;
  }

  /**
   * Waits until every server in use has {@code count} ready connections, and returns whether they
   * have. Gives up if no further connection becomes ready within {@code patience}.
   */
  synchronized boolean await(int count, Duration patience) throws InterruptedException {
    int before = total();
    long end = System.nanoTime() + patience.toNanos();
    while (!hasReady(count)) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
      if (total() > before) {
        before = total();
        end = System.nanoTime() + patience.toNanos();
      }
    }
    return true;
  }

  synchronized int total() {
    return ready.values().stream().mapToInt(Set::size).sum();
  }

  private boolean hasReady(int count) {
    return !ready.isEmpty() && ready.values().stream().allMatch(ids -> ids.size() >= count);
  }

  @Override
  public void connectionPoolReady(ConnectionPoolReadyEvent event) {
    change(() -> ready.putIfAbsent(event.getServerId(), new HashSet<>()));
  }

  @Override
  public void connectionPoolClosed(ConnectionPoolClosedEvent event) {
    change(() -> ready.remove(event.getServerId()));
  }

  @Override
  public void connectionReady(ConnectionReadyEvent event) {
    ConnectionId id = event.getConnectionId();
    ClusterId cluster = id.getServerId().getClusterId();
    // Other clients may be made with the same settings.
    if (cluster.equals(client.updateAndGet(first -> first == null ? cluster : first))) {
      onReady.accept(id.getServerId().getAddress());
    }
    change(() -> ready.computeIfAbsent(id.getServerId(), server -> new HashSet<>()).add(id));
  }

  @Override
  public void connectionClosed(ConnectionClosedEvent event) {
    ConnectionId id = event.getConnectionId();
    change(() -> ready.getOrDefault(id.getServerId(), new HashSet<>()).remove(id));
  }

  private synchronized void change(Runnable change) {
    change.run();
    notifyAll();
  }
}
