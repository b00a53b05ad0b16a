package dev.tlsbench.core.text;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recognises an item of OpenSSL's cipher strings (openssl-ciphers(1)): a keyword such as {@code
 * HIGH}, which stands for a set of suites, or a command such as {@code !aNULL} or
 * {@code @STRENGTH}, which changes the set.
 */
final class CipherString {
  private static final Set<String> KEYWORDS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    add("DEFAULT COMPLEMENTOFDEFAULT ALL COMPLEMENTOFALL");
    add("HIGH MEDIUM LOW EXP EXPORT EXPORT40 EXPORT56 FIPS STRENGTH");
    add("SUITEB128 SUITEB128ONLY SUITEB128C2 SUITEB192");
    add("SSLv2 SSLv3 TLSv1 TLSv1.0 TLSv1.1 TLSv1.2 TLSv1.3");
    add("kRSA aRSA RSA kDHr kDHd kDH kDHE kEDH DH DHE EDH ADH aDH aDSS DSS");
    add("kECDHr kECDHe kECDH kECDHE kEECDH ECDH ECDHE EECDH AECDH aECDH aECDSA ECDSA");
    add("PSK kPSK aPSK kDHEPSK kECDHEPSK kRSAPSK SRP kSRP aSRP KRB5 kKRB5 aKRB5");
    add("eNULL NULL aNULL AES AES128 AES256 AESGCM AESCCM AESCCM8 CBC CHACHA20");
    add("ARIA ARIA128 ARIA256 ARIAGCM CAMELLIA CAMELLIA128 CAMELLIA256");
    add("3DES DES RC2 RC4 IDEA SEED MD5 SHA SHA1 SHA256 SHA384");
    add("GOST GOST89 GOST94 GOST89MAC GOST12 GOST2012 GOST2012256 GOST8912");
    add("kGOST kGOST18 aGOST aGOST01 aGOST12");
  }

  private CipherString() {}

  private static void add(String keywords) {
    KEYWORDS.addAll(Arrays.asList(keywords.split(" ", -1)));
  }

  /** Matches a name that is not a suite's: {@code -AES128-SHA} has an operator before one. */
  static boolean matches(String name) {
    return KEYWORDS.contains(name)
        || name.matches("[!+-].*|.*@.*")
        || name.contains("+")
        || name.regionMatches(true, 0, "PROFILE=", 0, "PROFILE=".length());
  }
}
