/**
 * Embedded database servers with TLS, and a throw-away certificate authority.
 *
 * <p>{@link dev.tlsbench.embedded.CertificateAuthority} issues certificates; {@link
 * dev.tlsbench.embedded.mongodb.EmbeddedMongo} and {@link
 * dev.tlsbench.embedded.mysql.EmbeddedMySql} are servers that use one.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded;
