/** Records in any SQL database with a JDBC driver: prepared statements, a connection per thread. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.jdbc;
