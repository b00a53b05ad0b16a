/** Records in MySQL, with prepared statements and one connection for each thread. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.mysql;
