/** Connects to MySQL and MariaDB from a URL with the TLS options of Connector/J or of mysql. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.mysql;
