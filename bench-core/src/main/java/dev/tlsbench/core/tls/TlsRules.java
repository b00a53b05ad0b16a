package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.List;

/** The rules between the TLS options. */
final class TlsRules {
  private static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private TlsRules() {}

  static void check(TlsSettings.Builder options) {
    if (Boolean.FALSE.equals(options.enabled) && options.impliesTls()) {
      throw new InvalidSettingException(
          "tls.enabled: TLS is switched off, but other TLS options are given; remove them or switch"
              + " TLS on");
    }
    if (options.keyFile != null && options.certificateFile == null) {
      throw new InvalidSettingException(
          options.keyFile + ": a private key without a certificate; name the certificate too");
    }
    if (options.keyPassword != null && options.certificateFile == null) {
      throw new InvalidSettingException(
          "tls.certificateKeyFilePassword: a password without tls.certificateKeyFile; name the file");
    }
    if (options.caFilePassword != null && options.caFile == null) {
      throw new InvalidSettingException(
          "tls.caFilePassword: a password without tls.caFile; name the file");
    }
    if (options.allowInvalidCertificates
        && (options.hasRevocationLists() || options.revocationCheck != RevocationCheck.NONE)) {
      throw new InvalidSettingException(
          "tls.allowInvalidCertificates: accepts any certificate, which contradicts a revocation"
              + " check; remove one of the two");
    }
    if (options.hasRevocationLists() && options.revocationCheck != RevocationCheck.NONE) {
      throw new InvalidSettingException(
          "tls.crlFile: revocation is checked against lists or by OCSP, not by both; remove one"
              + " of the two");
    }
    if (options.byDriver) {
      refuseForDriver("tls.namedGroups", !options.namedGroups.isEmpty());
      refuseForDriver("tls.resumption", options.resumption != null);
      refuseForDriver("tls.crlFile", options.hasRevocationLists());
      refuseForDriver("a client certificate that must be sent", options.certificateMustBeSent);
      refuseForDriver("a handshake without the server's name", !options.serverName);
      refuseForDriver(
          "tls.disableCertificateRevocationCheck, tls.disableOCSPEndpointCheck",
          options.revocationCheck != RevocationCheck.NONE);
    }
    for (String protocol : options.protocols) {
      if (!options.suites.allows(protocol)) {
        throw new InvalidSettingException(
            ("tls.cipherSuites: none of %s belongs to %s, which tls.protocols asks for; add one or"
                    + " remove the protocol")
                .formatted(String.join(",", options.suites.listed()), protocol));
      }
      if (!hasGroupFor(protocol, options.namedGroups)) {
        throw new InvalidSettingException(
            ("tls.namedGroups: none of %s can be used with %s, which tls.protocols asks for; add"
                    + " one or remove the protocol")
                .formatted(String.join(",", options.namedGroups), protocol));
      }
    }
    if (effectiveProtocols(options).isEmpty()) {
      throw new InvalidSettingException(
          "tls.namedGroups: no protocol has both a suite of "
              + String.join(",", options.suites.listed())
              + " and a group of "
              + String.join(",", options.namedGroups)
              + "; change one of the two lists");
    }
  }

  private static void refuseForDriver(String option, boolean given) {
    if (given) {
      throw new InvalidSettingException(
          option
              + ": with tls.provider=driver the driver performs TLS by itself, and it has no such"
              + " option; leave one of the two out");
    }
  }

  /** Returns the requested protocols, or the default ones that have a suite and a group. */
  static List<String> effectiveProtocols(TlsSettings.Builder options) {
    return options.protocols.isEmpty()
        ? DEFAULT_PROTOCOLS.stream()
            .filter(options.suites::allows)
            .filter(protocol -> hasGroupFor(protocol, options.namedGroups))
            .toList()
        : options.protocols;
  }

  private static boolean hasGroupFor(String protocol, List<String> groups) {
    return groups.isEmpty()
        || groups.stream().anyMatch(group -> TlsNames.groupFits(group, protocol));
  }
}
