package dev.tlsbench.core.tls;

/**
 * The way in which a client checks by OCSP whether a server's certificate was revoked. Revocation
 * lists are independent of it: {@link TlsSettings.Builder#crlFile}.
 */
public enum RevocationCheck {
  /** Does not check revocation. The default, as in the databases' drivers for Java. */
  NONE,
  /**
   * Checks a response that the server stapled to its handshake (RFC 6066, section 8); without one,
   * accepts the certificate. Contacts no responder.
   */
  STAPLED,
  /**
   * Checks a stapled response; without one, asks the responder that the certificate names. A
   * responder that does not answer within half of {@link
   * TlsSettings.Builder#handshakeTimeout(java.time.Duration)} does not fail the handshake (soft
   * fail), as in the MongoDB OCSP specification.
   */
  OCSP
}
