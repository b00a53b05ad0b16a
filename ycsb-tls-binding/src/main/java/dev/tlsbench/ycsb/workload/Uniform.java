package dev.tlsbench.ycsb.workload;

/** A workload whose operations are of one kind, at least with some of its properties. */
public interface Uniform {
  /** {@return true if all operations are of one kind, so that one of them is typical} */
  default boolean isUniform() {
    return true;
  }
}
