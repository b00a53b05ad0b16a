/** The embedded MySQL-compatible server: MariaDB. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.mysql;
