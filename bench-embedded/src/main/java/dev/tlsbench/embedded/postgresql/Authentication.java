package dev.tlsbench.embedded.postgresql;

/** Ways of authenticating clients, as methods of {@code pg_hba.conf}. */
public enum Authentication {
  /** The password, by SCRAM (RFC 7677), with channel binding if the client asks for it. */
  SCRAM_SHA_256("scram-sha-256"),

  /** The password, by its MD5 hash; deprecated by PostgreSQL. */
  MD5("md5"),

  /** Nothing. */
  TRUST("trust");

  private final String method;

  Authentication(String method) {
    this.method = method;
  }

  String method() {
    return method;
  }
}
