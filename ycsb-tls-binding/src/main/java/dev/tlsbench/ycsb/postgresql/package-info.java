/** The dialect, the properties and the connections of PostgreSQL. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.postgresql;
