/** YCSB bindings for MongoDB and MySQL over TLS, and the client that runs them. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb;
