/** Workloads in addition to YCSB's own, with statements that YCSB has no operation for. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.workload;
