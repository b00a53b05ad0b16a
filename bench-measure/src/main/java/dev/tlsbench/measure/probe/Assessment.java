package dev.tlsbench.measure.probe;

import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.probe.ProbeResult.ChainLink;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A grade of a server's TLS with its reasons. {@code docs/guide/probe.md} lists the rules and their
 * sources.
 *
 * @param grade the worst of the remarks
 * @param remarks for protocols, suites, certificates and plain text, in this order
 */
public record Assessment(Grade grade, List<Remark> remarks) {
  /** The place of a remark on plain text. */
  public static final String PLAIN_TEXT = "plain text";

  private static final int LEAST_RSA_BITS = 2048;
  private static final int LEAST_CURVE_BITS = 224;
  private static final int SOON = 30;

  /**
   * A remark on one row of the report.
   *
   * @param about the protocol, the suite, {@link #PLAIN_TEXT}, or a part of a certificate, such as
   *     {@code certificate 0: key}
   * @param grade the best grade that a server can have with it
   * @param reason a clause
   * @param rule the source of the rule, such as {@code RFC 8996}
   */
  public record Remark(String about, Grade grade, String reason, String rule) {
    /** Returns grade, reason and rule. */
    public String text() {
      return (grade == Grade.MODERN ? "" : grade.id() + ": ") + reason + " (" + rule + ")";
    }
  }

  /** Returns the place of a remark on a certificate, the server's own having the number 0. */
  public static String ofCertificate(int number, String part) {
    return "certificate " + number + ": " + part;
  }

  static Assessment of(
      List<Protocol> protocols,
      @Nullable Certificate certificate,
      @Nullable Boolean plainText,
      Instant now) {
    List<Remark> remarks = new ArrayList<>();
    protocols(protocols, remarks);
    Set<String> suites = new LinkedHashSet<>();
    protocols.forEach(protocol -> suites.addAll(protocol.cipherSuites()));
    suites.forEach(name -> suite(name, remarks));
    if (certificate != null) {
      certificate(certificate, now, remarks);
    }
    if (Boolean.TRUE.equals(plainText)) {
      remarks.add(
          new Remark(
              PLAIN_TEXT,
              Grade.ACCEPTABLE,
              "a client that forgets TLS sends its data unencrypted",
              "RFC 9325, section 3.2"));
    }
    Grade worst = remarks.stream().map(Remark::grade).max(Enum::compareTo).orElse(Grade.MODERN);
    return new Assessment(worst, List.copyOf(remarks));
  }

  private static void protocols(List<Protocol> protocols, List<Remark> remarks) {
    for (Protocol protocol : protocols) {
      String name = protocol.protocol();
      boolean latest = name.equals("TLSv1.3");
      if (latest && !protocol.accepted()) {
        remarks.add(
            new Remark(
                name, Grade.ACCEPTABLE, "TLS 1.3 is not accepted", "RFC 9325, section 3.1.1"));
      } else if (protocol.accepted() && name.equals("SSLv3")) {
        remarks.add(new Remark(name, Grade.WEAK, "SSL 3.0 is broken", "RFC 7568"));
      } else if (protocol.accepted() && !latest && !name.equals("TLSv1.2")) {
        remarks.add(new Remark(name, Grade.WEAK, "TLS 1.0 and 1.1 are deprecated", "RFC 8996"));
      }
    }
  }

  private static void suite(String name, List<Remark> remarks) {
    Remark remark = remark(name);
    if (remark != null) {
      remarks.add(remark);
    }
  }

  private static @Nullable Remark remark(String name) {
    String general = "RFC 9325, section 4.1";
    if (name.contains("_NULL")) {
      return new Remark(name, Grade.WEAK, "nothing is encrypted", general);
    }
    if (name.contains("_anon_")) {
      return new Remark(
          name, Grade.WEAK, "no certificate: anyone can be the server", "RFC 5246, appendix A.5");
    }
    if (name.contains("_EXPORT")) {
      return new Remark(name, Grade.WEAK, "export-grade keys can be broken", general);
    }
    if (name.contains("_RC4_")) {
      return new Remark(name, Grade.WEAK, "RC4 is broken", "RFC 7465");
    }
    if (name.contains("_3DES_") || name.contains("_IDEA_")) {
      return new Remark(
          name,
          Grade.WEAK,
          "blocks of 64 bits reveal data of long connections (Sweet32)",
          "CVE-2016-2183");
    }
    if (name.contains("_DES_") || name.contains("_DES40_") || name.contains("_RC2_")) {
      return new Remark(name, Grade.WEAK, "its keys are too short", general);
    }
    if (name.startsWith("TLS_RSA_")) {
      return new Remark(
          name,
          Grade.ACCEPTABLE,
          "no forward secrecy: the server's key decrypts recorded connections",
          general);
    }
    if (name.startsWith("TLS_DH_") || name.startsWith("TLS_ECDH_")) {
      return new Remark(name, Grade.ACCEPTABLE, "no forward secrecy: its key is static", general);
    }
    if (name.contains("_CBC_")) {
      String what = name.endsWith("_SHA") ? "CBC and SHA-1" : "CBC";
      return new Remark(
          name, Grade.ACCEPTABLE, what + " instead of AEAD (Lucky 13)", "RFC 9325, section 4.2");
    }
    return name.startsWith("TLS_DHE_")
        ? new Remark(
            name, Grade.ACCEPTABLE, "finite-field Diffie-Hellman, of unchecked strength", general)
        : null;
  }

  private static void certificate(Certificate certificate, Instant now, List<Remark> remarks) {
    List<ChainLink> chain = certificate.chain();
    for (int i = 0; i < chain.size(); i++) {
      link(i, chain.get(i), now, remarks);
    }
    if (chain.isEmpty()) {
      return;
    }
    ChainLink last = chain.get(chain.size() - 1);
    boolean complete = Boolean.TRUE.equals(certificate.trusted()) || isSelfSigned(last);
    if (!complete) {
      remarks.add(
          new Remark(
              ofCertificate(chain.size() - 1, "issuer"),
              Grade.MODERN,
              "the chain ends here, so a client must have the issuer's certificate",
              "RFC 8446, section 4.4.2"));
    }
    if (isSelfSigned(chain.get(0))) {
      remarks.add(
          new Remark(
              ofCertificate(0, "issuer"),
              Grade.ACCEPTABLE,
              "self-signed: each client must have this very certificate",
              "RFC 5280, section 3.2"));
    }
    if (Boolean.FALSE.equals(certificate.trusted()) && !certificate.trustAnchors().equals("JVM")) {
      remarks.add(
          new Remark(
              ofCertificate(0, "trust"),
              Grade.WEAK,
              "clients with this CA file refuse it",
              "RFC 5280, section 6"));
    }
    if (Boolean.FALSE.equals(certificate.hostNameMatches())) {
      remarks.add(
          new Remark(
              ofCertificate(0, "names"),
              Grade.WEAK,
              "not for this host, so clients that verify the name refuse it",
              "RFC 9525, section 6"));
    }
  }

  private static void link(int number, ChainLink link, Instant now, List<Remark> remarks) {
    String algorithm = link.key().algorithm();
    boolean curve = algorithm.equals("EC");
    int least = curve ? LEAST_CURVE_BITS : LEAST_RSA_BITS;
    if ((curve || algorithm.equals("RSA") || algorithm.equals("DSA"))
        && link.key().bits() < least) {
      remarks.add(
          new Remark(
              ofCertificate(number, "key"),
              Grade.WEAK,
              "fewer than " + least + " bits",
              "RFC 9325, section 4.5"));
    }
    String signature = link.signatureAlgorithm().toUpperCase(Locale.ROOT);
    // Nobody verifies the signature of a root.
    if ((signature.startsWith("SHA1") || signature.startsWith("MD")) && !isSelfSigned(link)) {
      remarks.add(
          new Remark(
              ofCertificate(number, "signed with"),
              Grade.WEAK,
              "such signatures can be forged",
              "RFC 9325, section 4.5"));
    }
    long left = link.validity().daysLeft();
    if (left < 0 || Instant.parse(link.validity().notBefore()).isAfter(now)) {
      remarks.add(
          new Remark(
              ofCertificate(number, "valid"),
              Grade.WEAK,
              left < 0 ? "expired, so clients that verify it refuse it" : "not valid yet",
              "RFC 5280, section 4.1.2.5"));
    } else if (left <= SOON) {
      remarks.add(
          new Remark(
              ofCertificate(number, "valid"),
              Grade.ACCEPTABLE,
              "expires soon: renew it",
              "RFC 5280, section 4.1.2.5"));
    }
  }

  private static boolean isSelfSigned(ChainLink link) {
    return link.subject().equals(link.issuer());
  }
}
