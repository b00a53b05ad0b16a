/** Connects to MySQL from a Connector/J URL or with the option names of the mysql client. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.mysql;
