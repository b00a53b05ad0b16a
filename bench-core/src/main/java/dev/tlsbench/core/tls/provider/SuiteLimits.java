package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.List;
import java.util.function.Predicate;
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

  /** Limits all protocols; one without a suite in the list cannot be negotiated. */
  public static SuiteLimits of(List<String> names) {
    List<String> suites = TlsNames.cipherSuites("tls.cipherSuites", names);
    return suites.isEmpty() ? NONE : new SuiteLimits(suites, true, true);
  }

  public SuiteLimits withTls12(List<String> names) {
    List<String> suites = TlsNames.cipherSuites(TLS12_SETTING, names);
    refuse(
        TLS12_SETTING,
        suites,
        TlsNames::isTls13,
        " is a cipher suite of TLS 1.3; name it in " + TLS13_SETTING);
    return new SuiteLimits(
        joined(listed.stream().filter(TlsNames::isTls13), suites.stream()),
        !suites.isEmpty(),
        tls13);
  }

  public SuiteLimits withTls13(List<String> names) {
    List<String> suites = TlsNames.cipherSuites(TLS13_SETTING, names);
    Predicate<String> isOlder = Predicate.not(TlsNames::isTls13);
    refuse(
        TLS13_SETTING,
        suites,
        isOlder,
        " is a cipher suite of TLS 1.2 and below; name it in " + TLS12_SETTING);
    return new SuiteLimits(
        joined(suites.stream(), listed.stream().filter(isOlder)), tls12, !suites.isEmpty());
  }

  private static void refuse(
      String setting, List<String> suites, Predicate<String> misplaced, String reason) {
    suites.stream()
        .filter(misplaced)
        .findFirst()
        .ifPresent(
            suite -> {
              throw new InvalidSettingException(setting + ": " + suite + reason);
            });
  }

  public boolean isLimited(String protocol) {
    return protocol.equals("TLSv1.3") ? tls13 : tls12;
  }

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
    return Stream.concat(tls13, tls12).toList();
  }
}
