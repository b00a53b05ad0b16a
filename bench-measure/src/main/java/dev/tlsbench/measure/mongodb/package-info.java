/** MongoDB, and servers of its protocol. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.mongodb;
