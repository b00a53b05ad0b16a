/**
 * A throw-away certificate authority, and the options that all embedded database servers share.
 *
 * <p>{@link dev.tlsbench.embedded.CertificateAuthority} issues certificates; {@link
 * dev.tlsbench.embedded.EmbeddedServerBuilder#of} finds the server for a database. Each server has
 * a package of its own, with the options that only it has.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded;
