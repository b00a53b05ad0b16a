/**
 * Internal: the TLS implementations behind one interface. Imports {@code trust} and {@code pem}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.provider;
