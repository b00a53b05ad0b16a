package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.List;

/** The rules between the TLS options. */
final class TlsRules {
  private static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private TlsRules() {}

  /** Checks them; a certificate may be the JVM's. */
  static void check(TlsSettings.Builder options, boolean hasCertificate) {
    boolean ocsp = options.revocationCheck != RevocationCheck.NONE;
    boolean lists = options.hasRevocationLists();
    String suites = String.join(",", options.suites.listed());
    String groups = String.join(",", options.namedGroups);
    refuse(
        Boolean.FALSE.equals(options.enabled) && options.impliesTls(),
        "tls.enabled: TLS is switched off, but other TLS options are given; remove them or switch"
            + " TLS on");
    refuse(
        options.keyFile != null && options.certificateFile == null,
        options.keyFile + ": a private key without a certificate; name the certificate too");
    refuse(
        options.keyPassword != null && options.certificateFile == null,
        "tls.certificateKeyFilePassword: a password without tls.certificateKeyFile; name the file");
    refuse(
        options.caFilePassword != null && options.caFile == null,
        "tls.caFilePassword: a password without tls.caFile; name the file");
    refuse(
        options.allowInvalidCertificates && (lists || ocsp),
        "tls.allowInvalidCertificates: accepts any certificate, which contradicts a revocation"
            + " check; remove one of the two");
    refuse(
        lists && ocsp,
        "tls.crlFile: revocation is checked against lists or by OCSP, not by both; remove one of"
            + " the two");
    refuse(
        options.certificateMustBeSent && !hasCertificate,
        "a client certificate must be sent, and there is none; name one (tls.certificateKeyFile)");
    if (options.byDriver) {
      refuseForDriver("tls.namedGroups", !options.namedGroups.isEmpty());
      refuseForDriver("tls.resumption", options.resumption != null);
      refuseForDriver("tls.crlFile", lists);
      refuseForDriver("a client certificate that must be sent", options.certificateMustBeSent);
      refuseForDriver("a handshake without the server's name", !options.serverName);
      refuseForDriver("tls.disableCertificateRevocationCheck, tls.disableOCSPEndpointCheck", ocsp);
    }
    for (String protocol : options.protocols) {
      refuse(
          !options.suites.allows(protocol),
          "tls.cipherSuites: none of %s belongs to %s, which tls.protocols asks for; add one or remove the protocol"
              .formatted(suites, protocol));
      refuse(
          !hasGroupFor(protocol, options.namedGroups),
          "tls.namedGroups: none of %s can be used with %s, which tls.protocols asks for; add one or remove the protocol"
              .formatted(groups, protocol));
    }
    refuse(
        effectiveProtocols(options).isEmpty(),
        "tls.namedGroups: no protocol has both a suite of %s and a group of %s; change one of the two lists"
            .formatted(suites, groups));
  }

  private static void refuse(boolean broken, String message) {
    if (broken) {
      throw new InvalidSettingException(message);
    }
  }

  private static void refuseForDriver(String option, boolean given) {
    refuse(
        given,
        option
            + ": with tls.provider=driver the driver performs TLS by itself, and it has no such"
            + " option; leave one of the two out");
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
