package dev.tlsbench.ycsb.workload;

/** A workload that counts more than its operations. */
public interface Tallying {
  /** {@return the counters, always the same object} */
  Tally tally();
}
