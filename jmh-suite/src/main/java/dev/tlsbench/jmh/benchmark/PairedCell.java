package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.util.Optional;

/**
 * One side of a paired comparison: a cell of another benchmark that runs in bursts, in turns with
 * the others, in one JVM.
 */
interface PairedCell {
  /** Returns why the cell cannot run on this JVM; empty if it can. */
  Optional<String> absence();

  /** Creates the objects that last for the whole fork: keys, certificates, buffers. */
  void create();

  /** Opens a new connection, or new contexts. */
  void open() throws IOException;

  /**
   * Runs a burst, and checks its outcome outside of the timed section.
   *
   * @param costs receives the cost in nanoseconds of each of {@link PairedBenchmark#sides}
   */
  void burst(long[] costs) throws IOException;

  /** Runs the last checks, and releases the resources of {@link #open}. */
  void close() throws IOException;
}
