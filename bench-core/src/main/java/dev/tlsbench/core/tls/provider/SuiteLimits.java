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

  /** Limits TLS 1.3 alone, or TLS 1.2 and below. */
  public SuiteLimits with(boolean ofTls13, List<String> names) {
    String setting = ofTls13 ? TLS13_SETTING : TLS12_SETTING;
    List<String> suites = TlsNames.cipherSuites(setting, names);
    Predicate<String> isMisplaced = suite -> TlsNames.isTls13(suite) != ofTls13;
    List<String> misplaced = suites.stream().filter(isMisplaced).toList();
    if (!misplaced.isEmpty()) {
      throw new InvalidSettingException(
          "%s: %s is a cipher suite of %s; name it in %s"
              .formatted(
                  setting,
                  misplaced.get(0),
                  ofTls13 ? "TLS 1.2 and below" : "TLS 1.3",
                  ofTls13 ? TLS12_SETTING : TLS13_SETTING));
    }
    Stream<String> others = listed.stream().filter(isMisplaced);
    return ofTls13
        ? new SuiteLimits(joined(suites.stream(), others), tls12, !suites.isEmpty())
        : new SuiteLimits(joined(others, suites.stream()), !suites.isEmpty(), tls13);
  }

  public boolean isLimited(String protocol) {
    return protocol.equals("TLSv1.3") ? tls13 : tls12;
  }

  public boolean allows(String protocol) {
    return !isLimited(protocol)
        || listed.stream().anyMatch(suite -> TlsNames.fits(suite, protocol));
  }

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
