package dev.tlsbench.jmh.benchmark;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Map;

/**
 * One side of a paired comparison: a cell of another benchmark that runs in bursts, in turns with
 * the others, in one JVM.
 */
interface PairedCell {
  /** The parameters of the cell, all of them. */
  Map<String, String> parameters();

  /** Makes what lives as long as the fork: keys, certificates, buffers. */
  void create() throws IOException, GeneralSecurityException;

  /** Opens a new connection, or new contexts. */
  void open() throws IOException, GeneralSecurityException;

  /**
   * Runs a burst, and checks its outcome outside of what is timed.
   *
   * @param costs receives the cost in nanoseconds of each figure of {@link PairedBenchmark#figures}
   */
  void burst(long[] costs) throws IOException;

  /** Checks what is left to check, and closes what {@link #open} opened. */
  void close() throws IOException;

  /** Deletes what {@link #create} made. */
  void delete();
}
