package dev.tlsbench.core.mongodb;

import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.event.ClusterDescriptionChangedEvent;
import com.mongodb.event.ClusterListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells from the driver's monitoring whether a server answers, long before an operation would give
 * up selecting one.
 */
final class ServerWatch implements ClusterListener {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable ClusterDescription latest;
  private boolean hadServers;

  /** What became of the servers that the driver knows. */
  enum Outcome {
    ANSWERED,
    ALL_FAILED,
    /** The driver dropped all servers, as none belongs to the replica set that was asked for. */
    NONE_FITS,
    TIMED_OUT
  }

  @Override
  public void clusterDescriptionChanged(ClusterDescriptionChangedEvent event) {
    lock.lock();
    try {
      latest = event.getNewDescription();
      hadServers |= !latest.getServerDescriptions().isEmpty();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until one server has answered or none can any more. */
  Outcome await(Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      Optional<Outcome> outcome = outcome();
      while (outcome.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
        outcome = outcome();
      }
      return outcome.orElse(Outcome.TIMED_OUT);
    } finally {
      lock.unlock();
    }
  }

  /** The failures of the servers that failed and have not answered since. */
  List<ServerDescription> failed() {
    lock.lock();
    try {
      return latest == null
          ? List.of()
          : latest.getServerDescriptions().stream().filter(ServerWatch::hasFailed).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Why the hosts of a {@code mongodb+srv} URL could not be looked up. */
  Optional<Throwable> lookUpFailure() {
    lock.lock();
    try {
      return Optional.ofNullable(latest == null ? null : latest.getSrvResolutionException());
    } finally {
      lock.unlock();
    }
  }

  private Optional<Outcome> outcome() {
    if (latest == null) {
      return Optional.empty();
    }
    List<ServerDescription> servers = latest.getServerDescriptions();
    if (servers.stream().anyMatch(ServerDescription::isOk)) {
      return Optional.of(Outcome.ANSWERED);
    }
    if (latest.getSrvResolutionException() != null) {
      return Optional.of(Outcome.ALL_FAILED);
    }
    if (servers.isEmpty()) {
      return hadServers ? Optional.of(Outcome.NONE_FITS) : Optional.empty();
    }
    return servers.stream().allMatch(ServerWatch::hasFailed)
        ? Optional.of(Outcome.ALL_FAILED)
        : Optional.empty();
  }

  private static boolean hasFailed(ServerDescription server) {
    return server.getException() != null;
  }
}
