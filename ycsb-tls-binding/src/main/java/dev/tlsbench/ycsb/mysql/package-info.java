/** The dialect, the properties and the connections of MySQL and MariaDB. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.mysql;
