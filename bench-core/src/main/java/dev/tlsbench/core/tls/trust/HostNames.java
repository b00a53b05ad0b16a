package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.trust.ServerRefusedException.Reason;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.util.IPAddress;
import org.jspecify.annotations.Nullable;

/**
 * The host names and addresses in the alternative names of a certificate (RFC 5280, 4.2.1.6): the
 * common name does not count (RFC 9525, section 6.3), and a wildcard is the whole first label, with
 * two more after it.
 *
 * <p>Reads the extension as it was sent. The JDK's check of name constraints adds the common name
 * to the alternative names of the parsed certificate, and keeps it for later connections.
 *
 * @param names DNS names
 * @param addresses IPv4 and IPv6 addresses
 */
record HostNames(List<String> names, List<InetAddress> addresses) {
  static HostNames of(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    List<InetAddress> addresses = new ArrayList<>();
    byte[] extension = certificate.getExtensionValue(Extension.subjectAlternativeName.getId());
    if (extension != null) {
      byte[] value = ASN1OctetString.getInstance(extension).getOctets();
      for (GeneralName name : GeneralNames.getInstance(value).getNames()) {
        if (name.getTagNo() == GeneralName.dNSName) {
          names.add(name.getName().toString());
        } else if (name.getTagNo() == GeneralName.iPAddress) {
          try {
            addresses.add(
                InetAddress.getByAddress(ASN1OctetString.getInstance(name.getName()).getOctets()));
          } catch (UnknownHostException e) {
            // Neither four nor sixteen bytes: matches no host.
          }
        }
      }
    }
    return new HostNames(names, addresses);
  }

  /** Requires a host to be among the names of a certificate. */
  static void require(X509Certificate certificate, @Nullable String host)
      throws ServerRefusedException {
    if (host != null && !HostName.isAddress(host) && HostName.indication(host).isEmpty()) {
      throw ServerRefusedException.of(Reason.NO_HOST_NAME, certificate, host, null);
    }
    HostNames names;
    try {
      names = of(certificate);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw ServerRefusedException.of(
          Reason.UNREADABLE, certificate, "alternative names: " + e.getMessage(), e);
    }
    if (host == null || !names.include(host)) {
      throw ServerRefusedException.of(
          Reason.HOST_NAME,
          certificate,
          (names.isEmpty()
                  ? "no host at all (it has no alternative names, only the subject %s)"
                      .formatted(certificate.getSubjectX500Principal())
                  : names)
              + ", not for "
              + host,
          null);
    }
  }

  boolean include(String host) {
    if (HostName.isAddress(host)) {
      InetAddress address = parsed(host);
      return address != null && addresses.contains(address);
    }
    String ascii = IDN.toASCII(host);
    return names.stream().anyMatch(name -> covers(name, ascii));
  }

  private static boolean covers(String name, String host) {
    int dot = host.indexOf('.');
    return name.equalsIgnoreCase(host)
        || (name.startsWith("*.")
            && name.indexOf('.', 2) > 0
            && dot > 0
            && name.substring(1).equalsIgnoreCase(host.substring(dot)));
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

  boolean isEmpty() {
    return names.isEmpty() && addresses.isEmpty();
  }

  @Override
  public String toString() {
    List<String> all = new ArrayList<>(names);
    addresses.forEach(address -> all.add(address.getHostAddress()));
    return String.join(", ", all);
  }
}
