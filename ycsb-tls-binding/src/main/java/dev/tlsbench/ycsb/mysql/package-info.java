/** Records in MySQL, with prepared statements and one connection a thread. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.mysql;
