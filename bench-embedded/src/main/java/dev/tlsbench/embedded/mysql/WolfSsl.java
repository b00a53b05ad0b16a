package dev.tlsbench.embedded.mysql;

import dev.tlsbench.core.text.TlsNames;
import java.util.List;
import java.util.regex.Pattern;

/** MariaDB's TLS implementation. */
final class WolfSsl {
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
}
