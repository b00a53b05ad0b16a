package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cipher suites that may be negotiated. TLS 1.3 has suites of its own (RFC 8446, appendix B.4),
 * so they can be limited independently of the suites of earlier protocols.
 *
 * @param listed IANA names, in order of preference
 * @param tls12 whether the list limits TLS 1.2 and below
 * @param tls13 whether the list limits TLS 1.3
 */
public record SuiteLimits(List<String> listed, boolean tls12, boolean tls13) {
  public static final SuiteLimits NONE = new SuiteLimits(List.of(), false, false);

  private static final String TLS12_SETTING = "tls12CipherSuites";
  private static final String TLS13_SETTING = "tls13CipherSuites";
  private static final String TLS12_EXAMPLE = "ECDHE-RSA-AES128-GCM-SHA256";
  private static final String TLS13_EXAMPLE = "TLS_AES_128_GCM_SHA256";

  /** Limits all protocols; one without a suite in the list cannot be negotiated. */
  public static SuiteLimits of(List<String> names) {
    List<String> suites = TlsNames.cipherSuites("tls.cipherSuites", TLS12_EXAMPLE, names);
    return suites.isEmpty() ? NONE : new SuiteLimits(suites, true, true);
  }

  public SuiteLimits withTls12(List<String> names) {
    List<String> suites = TlsNames.cipherSuites(TLS12_SETTING, TLS12_EXAMPLE, names);
    for (String suite : suites) {
      if (TlsNames.isTls13(suite)) {
        throw misplaced(TLS12_SETTING, suite, "TLS 1.3", TLS13_SETTING);
      }
    }
    return new SuiteLimits(
        joined(listed.stream().filter(TlsNames::isTls13), suites.stream()),
        !suites.isEmpty(),
        tls13);
  }

  public SuiteLimits withTls13(List<String> names) {
    List<String> suites = TlsNames.cipherSuites(TLS13_SETTING, TLS13_EXAMPLE, names);
    for (String suite : suites) {
      if (!TlsNames.isTls13(suite)) {
        throw misplaced(TLS13_SETTING, suite, "TLS 1.2 and below", TLS12_SETTING);
      }
    }
    return new SuiteLimits(
        joined(suites.stream(), listed.stream().filter(Predicate.not(TlsNames::isTls13))),
        tls12,
        !suites.isEmpty());
  }

  private static InvalidSettingException misplaced(
      String setting, String suite, String protocol, String instead) {
    return new InvalidSettingException(
        setting + ": " + suite + " is a cipher suite of " + protocol + "; name it in " + instead);
  }

  public boolean isLimited(String protocol) {
    return protocol.equals("TLSv1.3") ? tls13 : tls12;
  }

  /** Returns whether a protocol can be negotiated. */
  public boolean allows(String protocol) {
    return !isLimited(protocol)
        || listed.stream().anyMatch(suite -> TlsNames.fits(suite, protocol));
  }

  /** Returns the suites that a provider must offer, given its defaults. */
  List<String> applyTo(List<String> defaults) {
    if (tls12 == tls13) {
      return tls12 ? listed : defaults;
    }
    // A signalling value (RFC 5746) is not a suite of TLS 1.3, though it names no key
    // exchange either.
    Predicate<String> ofTls13 = suite -> TlsNames.isTls13(suite) && !suite.endsWith("_SCSV");
    return tls12
        ? joined(defaults.stream().filter(ofTls13), listed.stream())
        : joined(listed.stream(), defaults.stream().filter(ofTls13.negate()));
  }

  private static List<String> joined(Stream<String> tls13, Stream<String> tls12) {
    List<String> all = new ArrayList<>(tls13.collect(Collectors.toList()));
    tls12.forEach(all::add);
    return List.copyOf(all);
  }
}
