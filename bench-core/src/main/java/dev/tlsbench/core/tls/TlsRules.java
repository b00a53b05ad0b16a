package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.TlsNames;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import java.util.List;

/** The rules between the TLS options. */
final class TlsRules {
  private static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private TlsRules() {}

  static void check(TlsSettings settings) {
    if (Boolean.FALSE.equals(settings.explicitlyEnabled) && settings.impliesTls) {
      throw new InvalidSettingException(
          "tls.enabled: TLS is switched off, but other TLS options are given; remove them or switch"
              + " TLS on");
    }
    if (settings.separateKeyFile != null && settings.certificateFile == null) {
      throw new InvalidSettingException(
          settings.separateKeyFile
              + ": a private key without a certificate; name the certificate too");
    }
    if (settings.keyPassword != null && settings.certificateFile == null) {
      throw new InvalidSettingException(
          "tls.certificateKeyFilePassword: a password without tls.certificateKeyFile; name the file");
    }
    if (settings.caFilePassword != null && settings.caFile == null) {
      throw new InvalidSettingException(
          "tls.caFilePassword: a password without tls.caFile; name the file");
    }
    if (settings.allowInvalidCertificates
        && (settings.crlFile != null || settings.revocationCheck != RevocationCheck.NONE)) {
      throw new InvalidSettingException(
          "tls.allowInvalidCertificates: accepts any certificate, which contradicts a revocation"
              + " check; remove one of the two");
    }
    if (settings.crlFile != null && settings.revocationCheck != RevocationCheck.NONE) {
      throw new InvalidSettingException(
          "tls.crlFile: revocation is checked against this list or by OCSP, not by both; remove one"
              + " of the two");
    }
    for (String protocol : settings.askedProtocols) {
      if (!settings.suites.allows(protocol)) {
        throw new InvalidSettingException(
            "tls.cipherSuites: none of "
                + String.join(",", settings.suites.listed())
                + " belongs to "
                + protocol
                + ", which tls.protocols asks for; add one or remove the protocol");
      }
      if (!hasGroupFor(protocol, settings.namedGroups)) {
        throw new InvalidSettingException(
            "tls.namedGroups: none of "
                + String.join(",", settings.namedGroups)
                + " can be used with "
                + protocol
                + ", which tls.protocols asks for; add one or remove the protocol");
      }
    }
    if (settings.protocols.isEmpty()) {
      throw new InvalidSettingException(
          "tls.namedGroups: no protocol has both a suite of "
              + String.join(",", settings.suites.listed())
              + " and a group of "
              + String.join(",", settings.namedGroups)
              + "; change one of the two lists");
    }
  }

  /** Returns the protocols asked for, or else the default ones that have a suite and a group. */
  static List<String> effectiveProtocols(
      List<String> asked, SuiteLimits suites, List<String> groups) {
    return asked.isEmpty()
        ? DEFAULT_PROTOCOLS.stream()
            .filter(protocol -> suites.allows(protocol) && hasGroupFor(protocol, groups))
            .toList()
        : asked;
  }

  private static boolean hasGroupFor(String protocol, List<String> groups) {
    return groups.isEmpty()
        || groups.stream().anyMatch(group -> TlsNames.groupFits(group, protocol));
  }
}
