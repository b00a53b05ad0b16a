/** The tables and collections that workloads load themselves, in any database. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.store;
