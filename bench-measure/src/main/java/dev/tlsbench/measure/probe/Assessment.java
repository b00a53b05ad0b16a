package dev.tlsbench.measure.probe;

import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.probe.ProbeResult.ChainLink;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A grade of a server's TLS with its reasons. {@code docs/guide/probe.md} lists the rules and their
 * sources.
 *
 * @param remarks for protocols, suites, certificates and plain text, in this order
 */
public record Assessment(Grade grade, List<Remark> remarks) {
  public static final String PLAIN_TEXT = "plain text";

  private static final int LEAST_RSA_BITS = 2048;
  private static final int LEAST_CURVE_BITS = 224;
  private static final int SOON = 30;
  private static final String OF_SUITES = "RFC 9325, section 4.1";

  /** The first rule for a part of a suite's name decides. */
  private static final List<SuiteRule> SUITES =
      List.of(
          weak("_NULL", "nothing is encrypted", OF_SUITES),
          weak("_anon_", "no certificate: anyone can be the server", "RFC 5246, appendix A.5"),
          weak("_EXPORT", "export-grade keys can be broken", OF_SUITES),
          weak("_RC4_", "RC4 is broken", "RFC 7465"),
          weak(
              "_3DES_|_IDEA_",
              "blocks of 64 bits reveal data of long connections (Sweet32)",
              "CVE-2016-2183"),
          weak("_DES_|_DES40_|_RC2_", "its keys are too short", OF_SUITES),
          acceptable(
              "^TLS_RSA_",
              "no forward secrecy: the server's key decrypts recorded connections",
              OF_SUITES),
          acceptable("^TLS_(DH|ECDH)_", "no forward secrecy: its key is static", OF_SUITES),
          acceptable(
              "_CBC_(.*_)?SHA$",
              "CBC and SHA-1 instead of AEAD (Lucky 13)",
              "RFC 9325, section 4.2"),
          acceptable("_CBC_", "CBC instead of AEAD (Lucky 13)", "RFC 9325, section 4.2"),
          acceptable("^TLS_DHE_", "finite-field Diffie-Hellman, of unchecked strength", OF_SUITES));

  private record SuiteRule(Pattern suites, Grade grade, String reason, String source) {}

  private static SuiteRule weak(String suites, String reason, String source) {
    return new SuiteRule(Pattern.compile(suites), Grade.WEAK, reason, source);
  }

  private static SuiteRule acceptable(String suites, String reason, String source) {
    return new SuiteRule(Pattern.compile(suites), Grade.ACCEPTABLE, reason, source);
  }

  /**
   * A remark on one row of the report.
   *
   * @param about the protocol, the suite, {@link #PLAIN_TEXT}, or a part of a certificate, such as
   *     {@code certificate 0: key}
   * @param grade the best grade that a server can have with it
   * @param rule the source of the rule, such as {@code RFC 8996}
   */
  public record Remark(String about, Grade grade, String reason, String rule) {
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
    Remarks remarks = new Remarks();
    protocols.forEach(remarks::of);
    protocols.stream()
        .flatMap(protocol -> protocol.cipherSuites().stream())
        .distinct()
        .forEach(remarks::ofSuite);
    if (certificate != null && !certificate.chain().isEmpty()) {
      remarks.of(certificate, now);
    }
    if (Boolean.TRUE.equals(plainText)) {
      remarks.acceptable(
          PLAIN_TEXT,
          "a client that forgets TLS sends its data unencrypted",
          "RFC 9325, section 3.2");
    }
    Grade worst = remarks.all.stream().map(Remark::grade).max(Enum::compareTo).orElse(Grade.MODERN);
    return new Assessment(worst, List.copyOf(remarks.all));
  }

  private static final class Remarks {
    private final List<Remark> all = new ArrayList<>();

    private void weak(String about, String reason, String rule) {
      all.add(new Remark(about, Grade.WEAK, reason, rule));
    }

    private void acceptable(String about, String reason, String rule) {
      all.add(new Remark(about, Grade.ACCEPTABLE, reason, rule));
    }

    private void of(Protocol protocol) {
      String name = protocol.protocol();
      boolean latest = name.equals("TLSv1.3");
      if (latest && !protocol.accepted()) {
        acceptable(name, "TLS 1.3 is not accepted", "RFC 9325, section 3.1.1");
      } else if (protocol.accepted() && name.equals("SSLv3")) {
        weak(name, "SSL 3.0 is broken", "RFC 7568");
      } else if (protocol.accepted() && !latest && !name.equals("TLSv1.2")) {
        weak(name, "TLS 1.0 and 1.1 are deprecated", "RFC 8996");
      }
    }

    private void ofSuite(String name) {
      SUITES.stream()
          .filter(rule -> rule.suites.matcher(name).find())
          .findFirst()
          .ifPresent(rule -> all.add(new Remark(name, rule.grade, rule.reason, rule.source)));
    }

    private void of(Certificate certificate, Instant now) {
      List<ChainLink> chain = certificate.chain();
      for (int i = 0; i < chain.size(); i++) {
        of(i, chain.get(i), now);
      }
      ChainLink last = chain.get(chain.size() - 1);
      if (!Boolean.TRUE.equals(certificate.trusted()) && !isSelfSigned(last)) {
        all.add(
            new Remark(
                ofCertificate(chain.size() - 1, "issuer"),
                Grade.MODERN,
                "the chain ends here, so a client must have the issuer's certificate",
                "RFC 8446, section 4.4.2"));
      }
      if (isSelfSigned(chain.get(0))) {
        acceptable(
            ofCertificate(0, "issuer"),
            "self-signed: each client must have this very certificate",
            "RFC 5280, section 3.2");
      }
      if (Boolean.FALSE.equals(certificate.trusted())
          && !certificate.trustAnchors().equals("JVM")) {
        weak(
            ofCertificate(0, "trust"),
            "clients with this CA file refuse it",
            "RFC 5280, section 6");
      }
      if (Boolean.FALSE.equals(certificate.hostNameMatches())) {
        weak(
            ofCertificate(0, "names"),
            "not for this host, so clients that verify the name refuse it",
            "RFC 9525, section 6");
      }
    }

    private void of(int number, ChainLink link, Instant now) {
      String algorithm = link.key().algorithm();
      boolean curve = algorithm.equals("EC");
      int least = curve ? LEAST_CURVE_BITS : LEAST_RSA_BITS;
      if ((curve || algorithm.equals("RSA") || algorithm.equals("DSA"))
          && link.key().bits() < least) {
        weak(
            ofCertificate(number, "key"), "fewer than " + least + " bits", "RFC 9325, section 4.5");
      }
      String signature = link.signatureAlgorithm().toUpperCase(Locale.ROOT);
      // The signature of a root is not verified.
      if ((signature.startsWith("SHA1") || signature.startsWith("MD")) && !isSelfSigned(link)) {
        weak(
            ofCertificate(number, "signed with"),
            "such signatures can be forged",
            "RFC 9325, section 4.5");
      }
      String valid = ofCertificate(number, "valid");
      long left = link.validity().daysLeft();
      if (left < 0) {
        weak(valid, "expired, so clients that verify it refuse it", "RFC 5280, section 4.1.2.5");
      } else if (Instant.parse(link.validity().notBefore()).isAfter(now)) {
        weak(valid, "not valid yet", "RFC 5280, section 4.1.2.5");
      } else if (left <= SOON) {
        acceptable(valid, "expires soon: renew it", "RFC 5280, section 4.1.2.5");
      }
    }

    private static boolean isSelfSigned(ChainLink link) {
      return link.subject().equals(link.issuer());
    }
  }
}
