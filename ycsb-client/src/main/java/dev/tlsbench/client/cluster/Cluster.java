package dev.tlsbench.client.cluster;

import java.io.IOException;
import java.util.Optional;

/** A cluster that is ready for jobs. For one thread, except for {@link #close}. */
public interface Cluster extends AutoCloseable {
  /**
   * Runs a job, and returns when all its parts have ended.
   *
   * @param listener called by this thread
   * @throws IOException if the cluster is lost
   */
  void run(ClusterJob job, Listener listener) throws IOException, InterruptedException;

  /** Ends all jobs. Callable from any thread. */
  @Override
  void close();

  /** Receives the output of the parts of a job. */
  interface Listener {
    /**
     * Receives a line.
     *
     * @param part from 0
     * @param line may contain passwords, which must be removed before it is shown
     */
    void line(int part, String line);

    /**
     * Receives the end of a part.
     *
     * @param problem the reason, if the part did not end by itself with exit code 0
     */
    void ended(int part, Optional<String> problem);
  }
}
