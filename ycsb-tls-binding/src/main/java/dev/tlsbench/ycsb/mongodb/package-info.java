/** Records in MongoDB, read and written with as little in between as the driver allows. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.mongodb;
