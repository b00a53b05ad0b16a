package dev.tlsbench.experiment.probe;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * What is offered to a server, by the numbers that stand for it on the wire, and the names of these
 * in the spelling of the IANA registries. The tables are Bouncy Castle's.
 */
final class TlsCodes {
  /** Newest first. */
  static final List<ProtocolVersion> PROTOCOLS =
      List.of(
          ProtocolVersion.TLSv13,
          ProtocolVersion.TLSv12,
          ProtocolVersion.TLSv11,
          ProtocolVersion.TLSv10,
          ProtocolVersion.SSLv3);

  /**
   * The groups of TLS 1.3 that are in use: those of RFC 8446, section 4.2.7, hybrids and ML-KEM,
   * and Brainpool's curves (RFC 8734).
   */
  static final List<Integer> GROUPS_OF_TLS13 =
      List.of(
          NamedGroup.X25519MLKEM768,
          NamedGroup.SecP256r1MLKEM768,
          NamedGroup.SecP384r1MLKEM1024,
          NamedGroup.x25519,
          NamedGroup.secp256r1,
          NamedGroup.x448,
          NamedGroup.secp384r1,
          NamedGroup.secp521r1,
          NamedGroup.ffdhe2048,
          NamedGroup.ffdhe3072,
          NamedGroup.ffdhe4096,
          NamedGroup.ffdhe6144,
          NamedGroup.ffdhe8192,
          NamedGroup.MLKEM512,
          NamedGroup.MLKEM768,
          NamedGroup.MLKEM1024,
          NamedGroup.brainpoolP256r1tls13,
          NamedGroup.brainpoolP384r1tls13,
          NamedGroup.brainpoolP512r1tls13);

  /** The curves of ECDHE before TLS 1.3 (RFC 8422) that are still met, and two older ones. */
  static final List<Integer> CURVES_OF_TLS12 =
      List.of(
          NamedGroup.x25519,
          NamedGroup.secp256r1,
          NamedGroup.x448,
          NamedGroup.secp384r1,
          NamedGroup.secp521r1,
          NamedGroup.brainpoolP256r1,
          NamedGroup.brainpoolP384r1,
          NamedGroup.brainpoolP512r1,
          NamedGroup.secp256k1,
          NamedGroup.secp224r1);

  private static final Map<Integer, String> SUITES = constants(CipherSuite.class, "TLS_");
  private static final Map<Integer, String> GROUPS = constants(NamedGroup.class, "");

  /** wolfSSL breaks off when a ClientHello lists more than 150 suites. */
  private static final int MOST_SUITES = 120;

  private TlsCodes() {}

  /** As the JDK spells it, such as {@code TLSv1.2}. */
  static String name(ProtocolVersion protocol) {
    return protocol.isSSL() ? "SSLv3" : "TLSv1" + minor(protocol.getMinorVersion());
  }

  private static String minor(int code) {
    return code == 1 ? "" : "." + (code - 1);
  }

  static String suite(int code) {
    return SUITES.getOrDefault(code, hexadecimal(code));
  }

  static String group(int code) {
    return GROUPS.getOrDefault(code, hexadecimal(code));
  }

  private static String hexadecimal(int code) {
    return String.format(Locale.ROOT, "0x%04X", code);
  }

  static boolean isEphemeralCurve(int suite) {
    return suite(suite).startsWith("TLS_ECDHE_");
  }

  /**
   * The suites that a protocol can have and that need no secret shared beforehand, in lists short
   * enough for one ClientHello; what is common comes first.
   */
  static List<List<Integer>> suites(ProtocolVersion protocol) {
    boolean tls13 = protocol.equals(ProtocolVersion.TLSv13);
    List<Integer> common = new ArrayList<>();
    List<Integer> rest = new ArrayList<>();
    SUITES.forEach(
        (code, name) -> {
          if (tls13 != name.contains("_WITH_") && !isSignal(name) && !needsSecret(name)) {
            (isCommon(name) ? common : rest).add(code);
          }
        });
    common.addAll(rest);
    List<List<Integer>> lists = new ArrayList<>();
    for (int from = 0; from < common.size(); from += MOST_SUITES) {
      lists.add(List.copyOf(common.subList(from, Math.min(common.size(), from + MOST_SUITES))));
    }
    return lists;
  }

  /** RFC 5746 and RFC 7507. */
  private static boolean isSignal(String name) {
    return name.endsWith("_SCSV");
  }

  private static boolean needsSecret(String name) {
    return name.contains("PSK_") || name.contains("_SRP_") || name.contains("_KRB5_");
  }

  private static boolean isCommon(String name) {
    boolean modern = name.contains("_AES_") || name.contains("CHACHA20") || name.contains("3DES");
    boolean odd = name.contains("_anon_") || name.contains("_DSS_") || name.contains("_DH_R");
    return modern && !odd && !name.contains("ECDH_");
  }

  private static Map<Integer, String> constants(Class<?> table, String prefix) {
    Map<Integer, String> names = new TreeMap<>();
    for (Field field : table.getFields()) {
      if (field.getType() == int.class && field.getName().startsWith(prefix)) {
        try {
          names.putIfAbsent(field.getInt(null), field.getName());
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return names;
  }
}
