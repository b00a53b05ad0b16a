/**
 * Internal: certificates, revocation lists and keys in files. Imports no other part of {@code tls}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.pem;
