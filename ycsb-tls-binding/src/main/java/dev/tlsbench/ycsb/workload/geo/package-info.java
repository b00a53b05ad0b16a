/**
 * Points of a terrain and polygons around some of them: loads in large batches, and reads by a
 * spatial index.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.workload.geo;
