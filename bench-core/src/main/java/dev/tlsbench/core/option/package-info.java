/**
 * The one vocabulary of TLS options. Each dialect, of the {@code tls.*} properties or of a
 * database's URLs, has a table of its own names for them.
 *
 * <p>Users of the library need only {@link dev.tlsbench.core.option.TlsProperties} of this package.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.option;
