package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.TlsNames;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of all TLS options and the rules between them; {@code null} stands for "not given".
 */
abstract class TlsOptions {
  private static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  @Nullable Boolean enabled;
  @Nullable Path caFile;
  @Nullable String caFilePassword;
  @Nullable Path certificateFile;
  @Nullable Path keyFile;
  @Nullable String keyPassword;
  boolean allowInvalidCertificates;
  boolean allowInvalidHostnames;
  RevocationCheck revocationCheck = RevocationCheck.NONE;
  @Nullable Path crlFile;
  List<String> protocols = List.of();
  SuiteLimits suites = SuiteLimits.NONE;
  List<String> namedGroups = List.of();
  TlsProvider provider = TlsProvider.JDK;
  boolean providerChosen;
  @Nullable Boolean resumption;
  Duration handshakeTimeout = Duration.ofSeconds(10);

  final void take(TlsOptions other) {
    enabled = other.enabled;
    caFile = other.caFile;
    caFilePassword = other.caFilePassword;
    certificateFile = other.certificateFile;
    keyFile = other.keyFile;
    keyPassword = other.keyPassword;
    allowInvalidCertificates = other.allowInvalidCertificates;
    allowInvalidHostnames = other.allowInvalidHostnames;
    revocationCheck = other.revocationCheck;
    crlFile = other.crlFile;
    protocols = other.protocols;
    suites = other.suites;
    namedGroups = other.namedGroups;
    provider = other.provider;
    providerChosen = other.providerChosen;
    resumption = other.resumption;
    handshakeTimeout = other.handshakeTimeout;
  }

  final boolean saysEnabled() {
    return enabled != null ? enabled : hasTlsOption();
  }

  final boolean hasTlsOption() {
    return caFile != null
        || certificateFile != null
        || keyFile != null
        || keyPassword != null
        || caFilePassword != null
        || allowInvalidCertificates
        || allowInvalidHostnames
        || revocationCheck != RevocationCheck.NONE
        || crlFile != null
        || !protocols.isEmpty()
        || !suites.equals(SuiteLimits.NONE)
        || !namedGroups.isEmpty()
        || providerChosen
        || resumption != null;
  }

  final void checkRules() {
    if (Boolean.FALSE.equals(enabled) && hasTlsOption()) {
      throw new InvalidSettingException(
          "tls.enabled: TLS is switched off, but other TLS options are given; remove them or switch"
              + " TLS on");
    }
    if (keyFile != null && certificateFile == null) {
      throw new InvalidSettingException(
          keyFile + ": a private key without a certificate; name the certificate too");
    }
    if (keyPassword != null && certificateFile == null) {
      throw new InvalidSettingException(
          "tls.certificateKeyFilePassword: a password without tls.certificateKeyFile; name the file");
    }
    if (caFilePassword != null && caFile == null) {
      throw new InvalidSettingException(
          "tls.caFilePassword: a password without tls.caFile; name the file");
    }
    if (allowInvalidCertificates && (crlFile != null || revocationCheck != RevocationCheck.NONE)) {
      throw new InvalidSettingException(
          "tls.allowInvalidCertificates: accepts any certificate, which contradicts a revocation"
              + " check; remove one of the two");
    }
    if (crlFile != null && revocationCheck != RevocationCheck.NONE) {
      throw new InvalidSettingException(
          "tls.crlFile: revocation is checked against this list or by OCSP, not by both; remove one"
              + " of the two");
    }
    for (String protocol : protocols) {
      if (!suites.allows(protocol)) {
        throw new InvalidSettingException(
            "tls.cipherSuites: none of "
                + String.join(",", suites.listed())
                + " belongs to "
                + protocol
                + ", which tls.protocols asks for; add one or remove the protocol");
      }
      if (!hasGroupFor(protocol)) {
        throw new InvalidSettingException(
            "tls.namedGroups: none of "
                + String.join(",", namedGroups)
                + " can be used with "
                + protocol
                + ", which tls.protocols asks for; add one or remove the protocol");
      }
    }
    if (effectiveProtocols().isEmpty()) {
      throw new InvalidSettingException(
          "tls.namedGroups: no protocol has both a suite of "
              + String.join(",", suites.listed())
              + " and a group of "
              + String.join(",", namedGroups)
              + "; change one of the two lists");
    }
  }

  final List<String> effectiveProtocols() {
    if (!protocols.isEmpty()) {
      return protocols;
    }
    return DEFAULT_PROTOCOLS.stream()
        .filter(protocol -> suites.allows(protocol) && hasGroupFor(protocol))
        .collect(Collectors.toUnmodifiableList());
  }

  private boolean hasGroupFor(String protocol) {
    return namedGroups.isEmpty()
        || namedGroups.stream().anyMatch(group -> TlsNames.groupFits(group, protocol));
  }
}
