package dev.tlsbench.core.tls;

import java.net.IDN;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The host names and addresses in the alternative names of a certificate (RFC 5280, 4.2.1.6). */
final class HostNames {
  /** How the exception begins where a certificate has no name of the kind that is asked for. */
  static final String NO_NAME = "No alternative name";

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private final X509Certificate certificate;
  private final Collection<List<?>> names;

  private HostNames(X509Certificate certificate, Collection<List<?>> names) {
    this.certificate = certificate;
    this.names = names;
  }

  static HostNames of(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return new HostNames(certificate, names == null ? List.of() : names);
    } catch (CertificateException e) {
      return new HostNames(certificate, List.of());
    }
  }

  /**
   * Demands more than the JDK does, whose word is needed as well: an alternative name, for without
   * one the JDK takes the common name in its place, and a wildcard that is the whole first label
   * and has two more labels after it (RFC 9525, sections 6.3 and 6.5). The JDK takes one anywhere,
   * and {@code *.com}, of an authority that is not its own; OpenSSL takes neither.
   *
   * @param host to which the client connects
   */
  void requireNameFor(@Nullable String host) throws CertificateException {
    if (host == null || names.stream().noneMatch(name -> isFor(name, host))) {
      throw new CertificateException(NO_NAME + " for " + host);
    }
  }

  private static boolean isFor(List<?> name, String host) {
    if (isAddress(host)) {
      return name.get(0).equals(IP_ADDRESS);
    }
    return name.get(0).equals(DNS_NAME) && isFor(normal(String.valueOf(name.get(1))), normal(host));
  }

  private static boolean isFor(String pattern, String host) {
    if (!pattern.startsWith("*.")) {
      return pattern.equals(host);
    }
    int dot = host.indexOf('.');
    return pattern.indexOf('.', 2) > 0
        && dot > 0
        && pattern.substring(1).equals(host.substring(dot));
  }

  /** No top-level domain is a number (RFC 3696, section 2). */
  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  private static String normal(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      return IDN.toASCII(lower);
    } catch (IllegalArgumentException e) {
      return lower;
    }
  }

  private static boolean isHost(List<?> name) {
    return name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS);
  }

  /** For a message: the names, or what stands there instead. */
  @Override
  public String toString() {
    String listed =
        names.stream()
            .filter(HostNames::isHost)
            .map(name -> String.valueOf(name.get(1)))
            .collect(Collectors.joining(", "));
    return listed.isEmpty()
        ? "no host at all (it has no alternative names, only the subject "
            + certificate.getSubjectX500Principal()
            + ")"
        : listed;
  }
}
