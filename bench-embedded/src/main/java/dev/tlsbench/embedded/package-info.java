/**
 * Database servers in a box, with TLS, and a certificate authority to throw away.
 *
 * <p>Three nouns carry the package: {@link dev.tlsbench.embedded.CertificateAuthority} issues
 * certificates, {@link dev.tlsbench.embedded.EmbeddedMongo} and {@link
 * dev.tlsbench.embedded.EmbeddedMySql} are servers that show one.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded;
