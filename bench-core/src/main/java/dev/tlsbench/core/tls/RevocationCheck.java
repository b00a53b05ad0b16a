package dev.tlsbench.core.tls;

/**
 * The effort of a client to learn whether a server's certificate was revoked by the OCSP responder
 * of its issuer. A certificate revocation list is a matter of its own: {@link
 * TlsSettings.Builder#crlFile}.
 */
public enum RevocationCheck {
  /** Revocation is not checked. The default, as in the drivers of MongoDB and MySQL for Java. */
  NONE,
  /**
   * A response that the server stapled to its handshake (RFC 6066, section 8) is checked; without
   * one the certificate is accepted. Nothing but the server is asked.
   */
  STAPLED,
  /**
   * A stapled response is checked; without one, the responder that the certificate names is asked.
   * A responder that does not answer within half of {@link
   * TlsSettings.Builder#handshakeTimeout(java.time.Duration)} does not fail the handshake (soft
   * fail), as the MongoDB OCSP specification has it.
   */
  OCSP
}
