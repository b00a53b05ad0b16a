package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.tls.trust.ClientKey;
import java.util.Set;

/** The abilities of BoringSSL, which Conscrypt and netty-tcnative share. */
interface BoringSsl extends TlsImplementation {
  @Override
  default Set<String> namedGroups() {
    return Set.of("x25519", "secp256r1", "secp384r1", "secp521r1", "X25519MLKEM768");
  }

  @Override
  default boolean limitsTls13Suites() {
    return false;
  }

  /** Excludes Ed25519, which is switched off in BoringSSL; neither provider can switch it on. */
  @Override
  default boolean signsWith(String keyType) {
    return keyType.equals("RSA") || ClientKey.isOnNistCurve(keyType);
  }
}
