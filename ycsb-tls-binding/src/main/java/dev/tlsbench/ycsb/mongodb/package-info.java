/** Records in MongoDB, read and written with as little overhead as the driver allows. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.mongodb;
