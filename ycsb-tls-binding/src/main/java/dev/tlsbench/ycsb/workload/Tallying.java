package dev.tlsbench.ycsb.workload;

/** A workload that counts more than its operations. */
public interface Tallying {
  /**
   * Returns the counters.
   *
   * @return always the same object
   */
  Tally tally();
}
