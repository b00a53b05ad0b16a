package dev.tlsbench.embedded.postgresql;

import java.util.Locale;

/** Ways of authenticating clients, as methods of {@code pg_hba.conf}. */
public enum Authentication {
  /** The password, by SCRAM (RFC 7677), with channel binding if the client asks for it. */
  SCRAM_SHA_256,
  /** The password, by its MD5 hash; deprecated by PostgreSQL. */
  MD5,
  /** Nothing. */
  TRUST;

  String method() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
