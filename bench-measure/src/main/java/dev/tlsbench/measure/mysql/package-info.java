/** MySQL and MariaDB. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.mysql;
