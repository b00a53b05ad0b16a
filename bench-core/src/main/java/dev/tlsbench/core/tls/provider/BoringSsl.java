package dev.tlsbench.core.tls.provider;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Conscrypt and netty-tcnative share: what BoringSSL can do, and its names for groups. */
interface BoringSsl extends TlsImplementation {
  @Override
  default Set<String> namedGroups() {
    return Groups.NAMES.keySet();
  }

  @Override
  default boolean limitsTls13Suites() {
    return false;
  }

  @Override
  default boolean resumes(String protocol) {
    return true;
  }

  /** Ed25519 is switched off in it, and neither provider has a switch. */
  @Override
  default boolean signsWith(String keyAlgorithm) {
    return !keyAlgorithm.equals("Ed25519");
  }

  @Override
  default boolean handsOverStapledResponses() {
    return false;
  }

  /** The groups by BoringSSL's own names. */
  static String[] names(List<String> ianaGroups) {
    return ianaGroups.stream().map(Groups.NAMES::get).toArray(String[]::new);
  }

  /** BoringSSL's names of the groups of this project's vocabulary. */
  final class Groups {
    private static final Map<String, String> NAMES =
        Map.of(
            "x25519", "X25519",
            "secp256r1", "P-256",
            "secp384r1", "P-384",
            "secp521r1", "P-521",
            "X25519MLKEM768", "X25519MLKEM768");

    private Groups() {}
  }
}
