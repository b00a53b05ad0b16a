package dev.tlsbench.core.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
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
   * Demands an alternative name, for without one the JDK takes the common name in its place, which
   * RFC 9525 (section 6.3) has put an end to: nobody checks what an authority lets stand there.
   * Whether the name is the right one is the JDK's to say.
   *
   * @param host to which the client connects
   */
  void requireNameFor(@Nullable String host) throws CertificateException {
    if (names.stream().noneMatch(HostNames::isHost)) {
      throw new CertificateException(NO_NAME + " for " + host);
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
