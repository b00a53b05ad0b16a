/** Records in Cassandra, read and written with prepared statements of one session. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.cassandra;
