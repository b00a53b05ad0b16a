/**
 * Sockets for drivers: an {@code SSLSocket} over another socket, the socket factory and context
 * through which a driver takes it, and the base of an engine. Imports nothing of this library.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.driver;
