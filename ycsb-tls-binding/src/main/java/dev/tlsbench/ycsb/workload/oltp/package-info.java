/**
 * The OLTP models of sysbench 1.0.20 as a YCSB workload: the same tables, statements, options and
 * distributions.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.workload.oltp;
