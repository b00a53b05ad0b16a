/** YCSB bindings for MongoDB, MySQL, PostgreSQL and Cassandra over TLS. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb;
