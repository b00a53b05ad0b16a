package dev.tlsbench.embedded.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.KeyType;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * MariaDB's TLS implementation. It silently ignores unknown suites as long as a known one is left,
 * so the settings are checked here.
 */
final class WolfSsl {
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final List<String> CIPHER_SUITES = makeCipherSuites();

  private WolfSsl() {}

  /** Returns the IANA names of its suites. */
  static List<String> cipherSuites() {
    return CIPHER_SUITES;
  }

  static void check(KeyType keyType, List<String> protocols, List<String> cipherSuites) {
    if (keyType == KeyType.ED25519) {
      throw new InvalidSettingException(
          "keyType: MariaDB's wolfSSL takes no Ed25519 certificate; choose RSA or P_256");
    }
    protocols.forEach(name -> requireKnown("protocols", name, PROTOCOLS));
    cipherSuites.forEach(name -> requireKnown("cipherSuites", name, CIPHER_SUITES));
  }

  private static void requireKnown(String option, String name, List<String> all) {
    if (!all.contains(name)) {
      throw new InvalidSettingException(
          option
              + ": MariaDB's wolfSSL has no '"
              + name
              + "'; it has "
              + String.join(", ", new TreeSet<>(all)));
    }
  }

  private static List<String> makeCipherSuites() {
    Stream<String> tls13 =
        Stream.of(
            "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");
    List<String> ciphers =
        List.of(
            "AES_128_GCM_SHA256",
            "AES_256_GCM_SHA384",
            "CHACHA20_POLY1305_SHA256",
            "AES_128_CBC_SHA256",
            "AES_256_CBC_SHA384",
            "AES_128_CBC_SHA",
            "AES_256_CBC_SHA");
    Stream<String> ephemeral =
        Stream.of("TLS_ECDHE_ECDSA_WITH_", "TLS_ECDHE_RSA_WITH_")
            .flatMap(exchange -> ciphers.stream().map(exchange::concat));
    Stream<String> rsa =
        Stream.of(
                "AES_128_GCM_SHA256",
                "AES_256_GCM_SHA384",
                "AES_128_CBC_SHA256",
                "AES_256_CBC_SHA256",
                "AES_128_CBC_SHA",
                "AES_256_CBC_SHA")
            .map("TLS_RSA_WITH_"::concat);
    return Stream.of(tls13, ephemeral, rsa).flatMap(s -> s).collect(Collectors.toList());
  }
}
