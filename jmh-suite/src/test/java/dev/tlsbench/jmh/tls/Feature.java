package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A row of the capability matrix: something that an implementation may be able to do at one side.
 *
 * @param chapter the table of the row
 * @param name the title of the row
 * @param side the side of the implementation
 * @param protocol the protocol version
 * @param suite the suite
 * @param key the type of the server's key
 * @param group the group
 * @param mutual whether the client shows a certificate
 * @param resumed whether a session is resumed
 */
record Feature(
    Chapter chapter,
    String name,
    Side side,
    String protocol,
    Suite suite,
    KeyType key,
    String group,
    boolean mutual,
    boolean resumed) {
  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  enum Chapter {
    SUITES("Cipher suites of a client"),
    KEYS("Keys of a server"),
    GROUPS("Groups of the key exchange"),
    RESUMPTION("Resumed sessions"),
    MUTUAL("Client certificates");

    final String title;

    Chapter(String title) {
      this.title = title;
    }
  }

  /** All rows, in the order of the tables. */
  static List<Feature> all() {
    List<Feature> all = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      all.add(
          new Feature(
              Chapter.SUITES,
              suite.id() + (suite.isLegacy() ? " (relaxed policy)" : ""),
              Side.CLIENT,
              suite.protocol(),
              suite,
              suite.keyType(),
              "secp256r1",
              false,
              false));
    }
    for (String protocol : PROTOCOLS) {
      for (Side side : Side.values()) {
        for (KeyType key : KeyType.values()) {
          all.add(of(Chapter.KEYS, key.name(), side, protocol, key, "x25519", false, false));
        }
        for (String group : List.of("x25519", "secp256r1", "X25519MLKEM768", "SecP256r1MLKEM768")) {
          all.add(of(Chapter.GROUPS, group, side, protocol, KeyType.RSA_2048, group, false, false));
        }
        all.add(
            of(
                Chapter.GROUPS,
                "X25519MLKEM768 and P_256",
                side,
                protocol,
                KeyType.P_256,
                "X25519MLKEM768",
                false,
                false));
        all.add(
            of(Chapter.MUTUAL, "ED25519", side, protocol, KeyType.ED25519, "x25519", true, false));
        all.add(of(Chapter.RESUMPTION, "", side, protocol, KeyType.P_256, "x25519", false, true));
        all.add(of(Chapter.MUTUAL, "P_256", side, protocol, KeyType.P_256, "x25519", true, false));
      }
    }
    return all;
  }

  private static Feature of(
      Chapter chapter,
      String name,
      Side side,
      String protocol,
      KeyType key,
      String group,
      boolean mutual,
      boolean resumed) {
    String where = protocol + ", " + side.name().toLowerCase(Locale.ROOT);
    return new Feature(
        chapter,
        name.isEmpty() ? where : name + ", " + where,
        side,
        protocol,
        protocol.equals("TLSv1.3") ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM,
        key,
        group,
        mutual,
        resumed);
  }

  /**
   * Returns a key for features that one JVM can try, since it reads groups and security policy
   * once.
   */
  String jvm() {
    return chapter == Chapter.SUITES ? "relaxed" : group;
  }

  static List<String> jvms() {
    return all().stream().map(Feature::jvm).distinct().toList();
  }

  Ends ends(TlsProvider provider) {
    return new Ends(provider, side, protocol, suite.cipherSuite(key), key, group, mutual);
  }

  /** The declaration of an implementation. */
  Optional<String> declaredAbsence(TlsProvider provider) {
    return chapter == Chapter.SUITES
        ? Capabilities.absence(provider, suite)
        : Capabilities.absence(ends(provider), resumed);
  }

  static Feature named(Chapter chapter, String name) {
    return all().stream()
        .filter(feature -> feature.chapter == chapter && feature.name.equals(name))
        .findFirst()
        .orElseThrow();
  }

  static List<TlsProvider> providers() {
    return Arrays.asList(TlsProvider.values());
  }
}
