package dev.tlsbench.measure.probe;

import dev.tlsbench.measure.probe.ProbeResult.ChainLink;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

final class CertificateChain {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;
  private static final int ED25519_BITS = 255;
  private static final int ED448_BITS = 448;

  private CertificateChain() {}

  static List<ChainLink> describe(
      List<X509Certificate> chain, Instant now, UnaryOperator<String> hide) {
    return chain.stream().map(certificate -> describe(certificate, now, hide)).toList();
  }

  private static ChainLink describe(
      X509Certificate certificate, Instant now, UnaryOperator<String> hide) {
    PublicKey key = certificate.getPublicKey();
    Instant end = certificate.getNotAfter().toInstant();
    return new ChainLink(
        hide.apply(certificate.getSubjectX500Principal().getName()),
        hide.apply(certificate.getIssuerX500Principal().getName()),
        names(certificate).stream().map(hide).toList(),
        new ProbeResult.Key(
            key instanceof EdECKey edwards ? edwards.getParams().getName() : key.getAlgorithm(),
            bits(key)),
        certificate.getSigAlgName(),
        new ProbeResult.Validity(
            certificate.getNotBefore().toInstant().toString(),
            end.toString(),
            Math.floorDiv(Duration.between(now, end).toSeconds(), Duration.ofDays(1).toSeconds())),
        fingerprint(certificate));
  }

  private static List<String> names(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (CertificateParsingException e) {
      return List.of();
    }
  }

  private static int bits(PublicKey key) {
    if (key instanceof RSAKey rsa) {
      return rsa.getModulus().bitLength();
    }
    if (key instanceof ECKey curve) {
      return curve.getParams().getCurve().getField().getFieldSize();
    }
    if (key instanceof EdECKey edwards) {
      return edwards.getParams().getName().equals("Ed25519") ? ED25519_BITS : ED448_BITS;
    }
    return key instanceof DSAKey dsa && dsa.getParams() != null
        ? dsa.getParams().getP().bitLength()
        : 0;
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
