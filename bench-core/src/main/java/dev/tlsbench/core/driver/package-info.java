/**
 * Sockets for drivers: an {@code SSLSocket} over another socket, and the socket factory and context
 * through which a driver takes it. Imports nothing of this library.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.driver;
