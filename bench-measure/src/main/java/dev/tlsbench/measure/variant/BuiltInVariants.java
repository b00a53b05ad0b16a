package dev.tlsbench.measure.variant;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The built-in variants. */
final class BuiltInVariants {
  private static final String TLS13 = "TLSv1.3";
  private static final String TLS12 = "TLSv1.2";
  private static final String PROTOCOLS = "tls.protocols";
  private static final String SUITES = "tls.cipherSuites";
  private static final String PROVIDER = "tls.provider";
  private static final String DRIVER = "driver";
  private static final Set<String> LEGACY = Set.of("tls12-3des", "tls12-rc4");
  private static final Map<String, Map<String, String>> SETTINGS = settings();

  private BuiltInVariants() {}

  private static Map<String, Map<String, String>> settings() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    all.put("plain", Map.of(Variant.ENABLED, "false"));
    all.put("tls12", tls(TLS12));
    all.put("tls13", tls(TLS13));
    all.put(
        "tls13-direct", Map.of(Variant.ENABLED, "true", PROTOCOLS, TLS13, Variant.DIRECT, "true"));
    all.put("tls13-aes128-gcm", tls(TLS13, "TLS_AES_128_GCM_SHA256"));
    all.put("tls13-aes256-gcm", tls(TLS13, "TLS_AES_256_GCM_SHA384"));
    all.put("tls13-chacha20", tls(TLS13, "TLS_CHACHA20_POLY1305_SHA256"));
    all.put("tls12-aes128-gcm", tls(TLS12, ecdhe("AES_128_GCM_SHA256")));
    all.put("tls12-aes256-gcm", tls(TLS12, ecdhe("AES_256_GCM_SHA384")));
    all.put("tls12-aes128-cbc-sha", tls(TLS12, ecdhe("AES_128_CBC_SHA")));
    all.put("tls12-3des", tls(TLS12, anyKeyExchange("3DES_EDE_CBC_SHA")));
    all.put("tls12-rc4", tls(TLS12, anyKeyExchange("RC4_128_SHA")));
    // SunJSSE has the group from Java 27 on; BoringSSL has it on every JDK.
    all.put("tls13-x25519mlkem768", groups("X25519MLKEM768", TlsProvider.OPENSSL));
    all.put("tls13-secp256r1mlkem768", groups("SecP256r1MLKEM768", TlsProvider.BOUNCY_CASTLE));
    all.put("tls13-secp384r1mlkem1024", groups("SecP384r1MLKEM1024", TlsProvider.BOUNCY_CASTLE));
    // The default of BoringSSL, with key shares of the first two; that of OpenSSL 3.5 and JDK 27
    // begins with the same groups and has the same key shares (docs/reference/clients.md).
    all.put(
        "tls13-default-hybrid",
        groups("X25519MLKEM768,x25519,secp256r1,secp384r1", TlsProvider.OPENSSL));
    return all;
  }

  private static Map<String, String> groups(String names, TlsProvider provider) {
    Map<String, String> settings = new LinkedHashMap<>(tls(TLS13));
    settings.put("tls.namedGroups", names);
    settings.put(PROVIDER, provider.id());
    return settings;
  }

  private static Map<String, String> tls(String protocol) {
    return Map.of(Variant.ENABLED, "true", PROTOCOLS, protocol);
  }

  private static Map<String, String> tls(String protocol, String suites) {
    return Map.of(Variant.ENABLED, "true", PROTOCOLS, protocol, SUITES, suites);
  }

  /** Returns suites for any type of server key. */
  private static String ecdhe(String cipher) {
    return "TLS_ECDHE_ECDSA_WITH_" + cipher + ",TLS_ECDHE_RSA_WITH_" + cipher;
  }

  /** Adds RSA key exchange, since old servers with these ciphers may lack elliptic curves. */
  private static String anyKeyExchange(String cipher) {
    return ecdhe(cipher) + ",TLS_RSA_WITH_" + cipher;
  }

  static Set<String> names() {
    return SETTINGS.keySet();
  }

  /**
   * Finds a variant, with or without the suffix {@code @PROVIDER}.
   *
   * @throws InvalidSettingException if there is no such provider
   */
  static Optional<Variant> find(String name) {
    int at = name.indexOf('@');
    String base = at < 0 ? name : name.substring(0, at);
    if (!SETTINGS.containsKey(base)) {
      return Optional.empty();
    }
    Map<String, String> settings = new LinkedHashMap<>(SETTINGS.get(base));
    if (at >= 0) {
      String provider = name.substring(at + 1);
      settings.put(PROVIDER, provider.equals(DRIVER) ? DRIVER : TlsProvider.of(provider).id());
    }
    return Optional.of(new Variant(name, settings));
  }

  /** Returns true if the variant is a built-in one with a weak cipher, under any provider. */
  static boolean isLegacy(Variant variant) {
    return LEGACY.contains(variant.name().split("@", 2)[0])
        && find(variant.name()).equals(Optional.of(variant));
  }
}
