/**
 * A socket whose TCP connection a {@link dev.tlsbench.core.database.Dialer} makes, for drivers that
 * take sockets from a factory. For this module; users of the library have no need of it.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.dial;
