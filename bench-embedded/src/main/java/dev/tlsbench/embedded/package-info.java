/**
 * Database servers in a box, with TLS, and a certificate authority to throw away.
 *
 * <p>{@link dev.tlsbench.embedded.CertificateAuthority} issues certificates; {@link
 * dev.tlsbench.embedded.EmbeddedMongo} is a server that shows one.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded;
