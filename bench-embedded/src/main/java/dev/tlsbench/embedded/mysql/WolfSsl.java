package dev.tlsbench.embedded.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.embedded.KeyType;
import java.util.List;
import java.util.regex.Pattern;

/**
 * MariaDB's TLS implementation. It silently ignores unknown suites as long as a known one is left,
 * so the settings are checked here.
 */
final class WolfSsl {
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final Pattern CIPHER_SUITE =
      Pattern.compile(
          "TLS_(RSA_WITH_)?AES_(128_GCM_SHA256|256_GCM_SHA384)|TLS_CHACHA20_POLY1305_SHA256"
              + "|TLS_RSA_WITH_AES_(128|256)_CBC_SHA(256)?"
              + "|TLS_ECDHE_(ECDSA|RSA)_WITH_"
              + "(AES_(128|256)_(GCM|CBC)_SHA(256|384)?|CHACHA20_POLY1305_SHA256)");

  private WolfSsl() {}

  /** Returns the IANA names of its suites. */
  static List<String> cipherSuites() {
    return TlsNames.allCipherSuites().stream()
        .filter(name -> CIPHER_SUITE.matcher(name).matches())
        .toList();
  }

  static void check(KeyType keyType, List<String> protocols, List<String> cipherSuites) {
    if (keyType == KeyType.ED25519) {
      throw new InvalidSettingException(
          "keyType: MariaDB's wolfSSL takes no Ed25519 certificate; choose RSA or P_256");
    }
    protocols.forEach(name -> requireKnown("protocols", name, PROTOCOLS));
    cipherSuites.forEach(name -> requireKnown("cipherSuites", name, cipherSuites()));
  }

  private static void requireKnown(String option, String name, List<String> all) {
    if (!all.contains(name)) {
      throw new InvalidSettingException(
          option + ": MariaDB's wolfSSL has no '" + name + "'; it has " + String.join(", ", all));
    }
  }
}
