/**
 * The one vocabulary of TLS options. Each dialect, that of the {@code tls.*} properties and those
 * of the databases' URLs, has a table of its own names for them.
 *
 * <p>Of this package users of the library need {@link dev.tlsbench.core.option.TlsProperties}
 * alone.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.option;
