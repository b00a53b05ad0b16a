/** Workloads beside YCSB's own: they send statements that YCSB has no operation for. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.workload;
