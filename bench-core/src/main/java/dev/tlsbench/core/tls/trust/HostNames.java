package dev.tlsbench.core.tls.trust;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.util.IPAddress;
import org.jspecify.annotations.Nullable;

/**
 * The host names and addresses in the alternative names of a certificate (RFC 5280, 4.2.1.6).
 *
 * <p>Reads the extension as it was sent. The JDK caches the common name as an alternative name: its
 * check of name constraints adds it to the parsed certificate, which then reports a host name that
 * the certificate does not have, on later connections too.
 */
final class HostNames {
  /** The beginning of the message if a certificate has no name of the requested kind. */
  static final String NO_NAME = "No alternative name";

  private final X509Certificate certificate;
  private final List<GeneralName> names;

  private HostNames(X509Certificate certificate, List<GeneralName> names) {
    this.certificate = certificate;
    this.names = names;
  }

  /**
   * Reads the names of a certificate.
   *
   * @throws ServerRefusedException if they cannot be read
   */
  static HostNames of(X509Certificate certificate) throws ServerRefusedException {
    return new HostNames(certificate, alternativeNames(certificate));
  }

  /**
   * Reads the alternative names of all kinds.
   *
   * @throws ServerRefusedException if they cannot be read
   */
  static List<GeneralName> alternativeNames(X509Certificate certificate)
      throws ServerRefusedException {
    byte[] extension = certificate.getExtensionValue(Extension.subjectAlternativeName.getId());
    if (extension == null) {
      return List.of();
    }
    try {
      return List.of(
          GeneralNames.getInstance(ASN1OctetString.getInstance(extension).getOctets()).getNames());
    } catch (RuntimeException e) {
      // Bouncy Castle's readers throw several types.
      throw new ServerRefusedException(
          "the alternative names of the certificate of "
              + certificate.getSubjectX500Principal()
              + " cannot be read; the server needs another one",
          e);
    }
  }

  /**
   * Applies stricter rules, in addition to the JDK's: requires an alternative name, for which the
   * JDK would substitute the common name, and a wildcard that is the whole first label and has at
   * least two labels after it (RFC 9525, sections 6.3 and 6.5). For authorities other than its own,
   * the JDK accepts wildcards anywhere, and {@code *.com}; OpenSSL accepts neither.
   *
   * @param host the host of the connection, {@linkplain ServerName#withoutRoot without the root's
   *     dot}
   */
  void requireNameFor(@Nullable String host) throws CertificateException {
    if (host == null || names.stream().noneMatch(name -> isFor(name, host))) {
      throw new CertificateException(NO_NAME + " for " + host);
    }
  }

  private static boolean isFor(GeneralName name, String host) {
    if (ServerName.isAddress(host)) {
      return address(name).filter(address -> address.equals(parsed(host))).isPresent();
    }
    return dnsName(name).filter(dns -> isFor(normal(dns), normal(host))).isPresent();
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

  /**
   * Parses an address without DNS; returns {@code null} for any other text. Brackets and scope are
   * for URLs and for this machine (RFC 4007, section 11); certificates have neither.
   */
  private static @Nullable InetAddress parsed(String text) {
    String address = text.replaceFirst("^\\[(.*)]$", "$1").replaceFirst("%.*", "");
    try {
      return IPAddress.isValid(address) ? InetAddress.getByName(address) : null;
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** Returns the name if it is a DNS name. */
  static Optional<String> dnsName(GeneralName name) {
    return name.getTagNo() == GeneralName.dNSName
        ? Optional.of(name.getName().toString())
        : Optional.empty();
  }

  /**
   * Returns the name if it is an address. An IPv4 address in IPv6 form is not: it would escape
   * constraints on IPv4 addresses (RFC 5280 encodes IPv4 in four bytes).
   */
  static Optional<InetAddress> address(GeneralName name) {
    if (name.getTagNo() != GeneralName.iPAddress) {
      return Optional.empty();
    }
    byte[] bytes = ASN1OctetString.getInstance(name.getName()).getOctets();
    try {
      InetAddress address = InetAddress.getByAddress(bytes);
      return address.getAddress().length == bytes.length ? Optional.of(address) : Optional.empty();
    } catch (UnknownHostException e) {
      // Neither four nor sixteen bytes: matches no host.
      return Optional.empty();
    }
  }

  private static String normal(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    try {
      return IDN.toASCII(lower);
    } catch (IllegalArgumentException e) {
      return lower;
    }
  }

  /** Returns the names, or a substitute, for a message. */
  @Override
  public String toString() {
    String listed =
        names.stream()
            .flatMap(
                name ->
                    Stream.concat(
                        dnsName(name).stream(),
                        address(name).map(InetAddress::getHostAddress).stream()))
            .collect(Collectors.joining(", "));
    return listed.isEmpty()
        ? "no host at all (it has no alternative names, only the subject "
            + certificate.getSubjectX500Principal()
            + ")"
        : listed;
  }
}
