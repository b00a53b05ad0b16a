package dev.tlsbench.core.tls;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Conscrypt and netty-tcnative share: BoringSSL's groups and its names for them. */
final class BoringSsl {
  private static final Map<String, String> NAMES =
      Map.of(
          "x25519", "X25519",
          "secp256r1", "P-256",
          "secp384r1", "P-384",
          "secp521r1", "P-521",
          "X25519MLKEM768", "X25519MLKEM768");

  private BoringSsl() {}

  static Set<String> namedGroups() {
    return NAMES.keySet();
  }

  /** Ed25519 is switched off in it, and neither provider has a switch. */
  static boolean signsWith(String keyAlgorithm) {
    return !keyAlgorithm.equals("Ed25519");
  }

  /** BoringSSL's names of the groups of this project's vocabulary. */
  static String[] names(List<String> ianaGroups) {
    return ianaGroups.stream().map(NAMES::get).toArray(String[]::new);
  }
}
