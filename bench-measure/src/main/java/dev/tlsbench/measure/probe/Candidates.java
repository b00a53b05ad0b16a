package dev.tlsbench.measure.probe;

import dev.tlsbench.core.text.TlsNames;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/** Protocols, cipher suites and groups to offer to a server, by their IANA names. */
final class Candidates {
  /** Newest first. */
  static final List<ProtocolVersion> PROTOCOLS =
      List.of(
          ProtocolVersion.TLSv13,
          ProtocolVersion.TLSv12,
          ProtocolVersion.TLSv11,
          ProtocolVersion.TLSv10,
          ProtocolVersion.SSLv3);

  /**
   * The groups in use with TLS 1.3: the groups of RFC 8446, section 4.2.7, hybrids and ML-KEM, and
   * Brainpool's curves (RFC 8734).
   */
  static final List<String> GROUPS_OF_TLS13 =
      List.of(
          ("X25519MLKEM768 SecP256r1MLKEM768 SecP384r1MLKEM1024 x25519 secp256r1 x448"
                  + " secp384r1 secp521r1 ffdhe2048 ffdhe3072 ffdhe4096 ffdhe6144 ffdhe8192 MLKEM512"
                  + " MLKEM768 MLKEM1024 brainpoolP256r1tls13 brainpoolP384r1tls13"
                  + " brainpoolP512r1tls13")
              .split(" "));

  /** The curves of ECDHE before TLS 1.3 (RFC 8422) that are still in use, and two older ones. */
  static final List<String> CURVES_OF_TLS12 =
      List.of(
          ("x25519 secp256r1 x448 secp384r1 secp521r1 brainpoolP256r1 brainpoolP384r1"
                  + " brainpoolP512r1 secp256k1 secp224r1")
              .split(" "));

  /** The maximum number of suites in an offer; wolfSSL rejects a ClientHello with more than 150. */
  private static final int MOST_SUITES = 120;

  private Candidates() {}

  /** Returns the name as the JDK spells it, such as {@code TLSv1.2}. */
  static String name(ProtocolVersion protocol) {
    int minor = protocol.getMinorVersion();
    return protocol.isSSL() ? "SSLv3" : minor == 1 ? "TLSv1" : "TLSv1." + (minor - 1);
  }

  /**
   * Returns the suites of a protocol that need no pre-shared secret, common ones first, in lists
   * short enough for one ClientHello.
   */
  static List<List<String>> suites(ProtocolVersion protocol) {
    boolean tls13 = protocol.equals(ProtocolVersion.TLSv13);
    List<String> common = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (String name : TlsNames.allCipherSuites()) {
      // RFC 5746 and RFC 7507 have signalling values.
      boolean isSignal = name.endsWith("_SCSV");
      if (tls13 == TlsNames.isTls13(name) && !isSignal && !needsSecret(name)) {
        (isCommon(name) ? common : rest).add(name);
      }
    }
    common.addAll(rest);
    List<List<String>> lists = new ArrayList<>();
    for (int from = 0; from < common.size(); from += MOST_SUITES) {
      lists.add(List.copyOf(common.subList(from, Math.min(common.size(), from + MOST_SUITES))));
    }
    return lists;
  }

  private static boolean needsSecret(String name) {
    return name.contains("PSK_") || name.contains("_SRP_") || name.contains("_KRB5_");
  }

  private static boolean isCommon(String name) {
    boolean modern = name.contains("_AES_") || name.contains("CHACHA20") || name.contains("3DES");
    boolean odd = name.contains("_anon_") || name.contains("_DSS_") || name.contains("_DH_R");
    return modern && !odd && !name.contains("ECDH_");
  }
}
