package dev.tlsbench.core.text;

import dev.tlsbench.core.InvalidSettingException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * Names of protocols, cipher suites and groups, in the spelling of the IANA registries, and their
 * numbers on the wire. The tables are Bouncy Castle's.
 *
 * <p>Safe to share between threads.
 */
public final class TlsNames {
  private static final Map<String, ProtocolVersion> PROTOCOLS =
      Map.of(
          "TLSv1", ProtocolVersion.TLSv10,
          "TLSv1.1", ProtocolVersion.TLSv11,
          "TLSv1.2", ProtocolVersion.TLSv12,
          "TLSv1.3", ProtocolVersion.TLSv13);

  private static final Map<Integer, String> SUITES = constants(CipherSuite.class, "TLS_");
  private static final Map<String, String> SUITES_BY_SPELLING = spellings();
  private static final Map<Integer, String> GROUPS = constants(NamedGroup.class, "");
  private static final Map<String, String> GROUPS_BY_SPELLING = groupSpellings();

  private TlsNames() {}

  /** Finds protocol versions by names such as {@code TLSv1.3}, {@code tls1.2} or {@code 1.3}. */
  public static List<String> protocols(List<String> names) {
    return each(names, TlsNames::protocol);
  }

  /** Finds cipher suites by their names in the spelling of IANA or of OpenSSL. */
  public static List<String> cipherSuites(String setting, List<String> names) {
    return each(names, name -> cipherSuite(setting, name));
  }

  /** Finds groups by their IANA names, or by the names of NIST's curves ({@code P-256}). */
  public static List<String> namedGroups(List<String> names) {
    return each(names, TlsNames::namedGroup);
  }

  /** Returns the IANA name of a cipher suite; its number if it is not registered. */
  public static String cipherSuite(int code) {
    return nameOr(SUITES.get(code), code);
  }

  public static String namedGroup(int code) {
    return nameOr(GROUPS.get(code), code);
  }

  private static String nameOr(@Nullable String name, int code) {
    return name == null ? String.format(Locale.ROOT, "0x%04X", code) : name;
  }

  /** Returns the IANA names of all cipher suites, signals included, by their numbers. */
  public static List<String> allCipherSuites() {
    return List.copyOf(SUITES.values());
  }

  public static List<String> allNamedGroups() {
    return List.copyOf(GROUPS.values());
  }

  public static int cipherSuiteCode(String ianaSuite) {
    return code(SUITES, ianaSuite);
  }

  public static int namedGroupCode(String ianaGroup) {
    return code(GROUPS, ianaGroup);
  }

  private static int code(Map<Integer, String> names, String name) {
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /** Suites of TLS 1.3 name no key exchange (RFC 8446, appendix B.4). */
  public static boolean isTls13(String ianaSuite) {
    return !ianaSuite.contains("_WITH_");
  }

  /** GCM, CCM, ChaCha20 and the hashes of SHA-2 came with TLS 1.2 (RFC 5246, section 1.2). */
  public static boolean fits(String ianaSuite, String protocol) {
    if (isTls13(ianaSuite)) {
      return protocol.equals("TLSv1.3");
    }
    boolean needsTls12 = !ianaSuite.endsWith("_SHA") && !ianaSuite.endsWith("_MD5");
    return protocol.equals("TLSv1.2") || (!needsTls12 && !protocol.equals("TLSv1.3"));
  }

  /** Returns whether a suite encrypts, and authenticates the server by a certificate. */
  public static boolean protects(String suite) {
    return suite.startsWith("TLS_")
        && !suite.endsWith("_SCSV") // a signal (RFC 5746, RFC 7507)
        && !suite.startsWith("TLS_SHA") // integrity only (RFC 9150)
        && !suite.contains("_EXPORT_") // 40 bits (RFC 4346, appendix A.5)
        && !suite.contains("_NULL_")
        && !suite.contains("_anon_")
        && !suite.contains("PSK_");
  }

  /** Returns whether a group can be used: hybrids need TLS 1.3, which dropped others. */
  public static boolean groupFits(String ianaGroup, String protocol) {
    return NamedGroup.canBeNegotiated(namedGroupCode(ianaGroup), PROTOCOLS.get(protocol));
  }

  /** {@return OpenSSL's name of a suite, as MySQL shows it in {@code Ssl_cipher}} */
  public static String openSsl(String ianaSuite) {
    if (isTls13(ianaSuite)) {
      return ianaSuite;
    }
    return ianaSuite
        .replaceFirst("^TLS_", "")
        .replaceFirst("^RSA_WITH_", "")
        .replaceFirst("_anon_", "_")
        .replaceFirst("^(EC)?DH_WITH_", "A$1DH_WITH_")
        .replace("_WITH_", "_")
        .replaceFirst("3DES_EDE_CBC", "DES_CBC3")
        .replaceFirst("_POLY1305_SHA256$", "_POLY1305")
        .replaceFirst("(AES|CAMELLIA|ARIA)_(\\d+)", "$1$2")
        .replaceFirst("(AES\\d+|CAMELLIA\\d+)_CBC", "$1")
        .replaceFirst("_CCM_8$", "_CCM8")
        .replaceFirst("^ECDHE_RSA_(ARIA)", "ECDHE_$1")
        .replaceFirst("RC4_128", "RC4")
        .replace('_', '-');
  }

  private static String protocol(String name) {
    String plain = name.replaceFirst("(?i)^TLS[ v]*", "").replaceFirst("^1\\.0$", "1");
    String wanted = "TLSv" + plain;
    if (!PROTOCOLS.containsKey(wanted)) {
      throw unknown("tls.protocols", "protocol", name, PROTOCOLS.keySet());
    }
    return wanted;
  }

  private static String cipherSuite(String setting, String name) {
    String suite = SUITES_BY_SPELLING.get(name);
    if (suite == null) {
      throw new InvalidSettingException(
          ("%s: unknown cipher suite '%s'; list suites by name, such as TLS_AES_128_GCM_SHA256 or"
                  + " ECDHE-RSA-AES128-GCM-SHA256")
              .formatted(setting, name));
    }
    return suite;
  }

  private static String namedGroup(String name) {
    String group = GROUPS_BY_SPELLING.get(name);
    if (group == null) {
      throw unknown("tls.namedGroups", "group", name, GROUPS_BY_SPELLING.values());
    }
    return group;
  }

  private static InvalidSettingException unknown(
      String option, String kind, String name, Collection<String> known) {
    return new InvalidSettingException(
        "%s: there is no %s '%s'; did you mean %s?"
            .formatted(option, kind, name, NearestName.of(name, known)));
  }

  private static List<String> each(
      List<String> names, java.util.function.UnaryOperator<String> known) {
    return names.stream()
        .map(String::strip)
        .map(known)
        .distinct()
        .collect(Collectors.toUnmodifiableList());
  }

  private static Map<String, String> spellings() {
    Map<String, String> spellings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String suite : SUITES.values()) {
      if (!suite.endsWith("_SCSV")) {
        spellings.put(suite, suite);
        spellings.putIfAbsent(openSsl(suite), suite);
      }
    }
    return spellings;
  }

  private static Map<String, String> groupSpellings() {
    Map<String, String> spellings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    GROUPS.values().forEach(group -> spellings.put(group, group));
    spellings.put("P-256", "secp256r1");
    spellings.put("prime256v1", "secp256r1");
    spellings.put("P-384", "secp384r1");
    spellings.put("P-521", "secp521r1");
    return spellings;
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
