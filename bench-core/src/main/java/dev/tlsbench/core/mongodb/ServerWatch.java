package dev.tlsbench.core.mongodb;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.event.ClusterClosedEvent;
import com.mongodb.event.ClusterDescriptionChangedEvent;
import com.mongodb.event.ClusterListener;
import com.mongodb.event.ServerDescriptionChangedEvent;
import com.mongodb.event.ServerListener;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches the driver's monitoring for a server that answers or fails, long before an operation
 * would give up selecting one.
 */
final class ServerWatch implements ClusterListener, ServerListener {
  private @Nullable ClusterDescription latest;
  private final @Nullable String replicaSet;
  private final Set<ServerAddress> misfits = new HashSet<>();
  private boolean closed;

  /** Watches for members of a replica set; {@code null} accepts any server. */
  ServerWatch(@Nullable String replicaSet) {
    this.replicaSet = replicaSet;
  }

  /** The state of the servers that the driver knows. */
  enum Outcome {
    ANSWERED,
    ALL_FAILED,
    /** Servers answered, but belong to another replica set or to none. */
    NONE_FITS,
    TIMED_OUT
  }

  @Override
  public synchronized void clusterDescriptionChanged(ClusterDescriptionChangedEvent event) {
    latest = event.getNewDescription();
    notifyAll();
  }

  @Override
  public synchronized void clusterClosed(ClusterClosedEvent event) {
    closed = true;
    notifyAll();
  }

  /** Handles a server of another replica set, which the driver drops without a cluster event. */
  @Override
  public synchronized void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
    ServerDescription server = event.getNewDescription();
    if (replicaSet != null && server.isOk() && !replicaSet.equals(server.getSetName())) {
      misfits.add(server.getAddress());
      notifyAll();
    }
  }

  /** Waits until one server has answered, all have failed, or the client is closed. */
  synchronized Outcome await(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    long left = timeout.toNanos();
    while (outcome().isEmpty() && !closed && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
    return outcome().orElse(Outcome.TIMED_OUT);
  }

  /** Returns the failures of the servers that failed and have not answered since. */
  synchronized List<ServerDescription> failed() {
    return latest == null
        ? List.of()
        : latest.getServerDescriptions().stream().filter(ServerWatch::hasFailed).toList();
  }

  /** Returns the failure to look up the hosts of a {@code mongodb+srv} URL. */
  synchronized Optional<Throwable> lookUpFailure() {
    return Optional.ofNullable(latest == null ? null : latest.getSrvResolutionException());
  }

  /** Returns false during the look-up of a {@code mongodb+srv} name. */
  synchronized boolean areKnown() {
    return latest != null && !latest.getServerDescriptions().isEmpty();
  }

  private Optional<Outcome> outcome() {
    if (latest == null) {
      return Optional.empty();
    }
    List<ServerDescription> servers = latest.getServerDescriptions();
    if (servers.stream().anyMatch(server -> server.isOk() && !isMisfit(server))) {
      return Optional.of(Outcome.ANSWERED);
    }
    if (latest.getSrvResolutionException() != null) {
      return Optional.of(Outcome.ALL_FAILED);
    }
    if (servers.isEmpty() && misfits.isEmpty()) {
      return Optional.empty();
    }
    if (!servers.stream().allMatch(server -> hasFailed(server) || isMisfit(server))) {
      return Optional.empty();
    }
    return Optional.of(misfits.isEmpty() ? Outcome.ALL_FAILED : Outcome.NONE_FITS);
  }

  private boolean isMisfit(ServerDescription server) {
    return misfits.contains(server.getAddress());
  }

  private static boolean hasFailed(ServerDescription server) {
    return server.getException() != null;
  }
}
