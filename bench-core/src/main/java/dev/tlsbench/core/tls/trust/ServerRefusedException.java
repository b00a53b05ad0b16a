package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.text.Causes;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Thrown if the client refuses the server's certificate; the message tells the reason. */
public final class ServerRefusedException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
  private static final String ANY_PURPOSE = "2.5.29.37.0";

  /** Names in the code of TLS implementations that reads the server's certificates. */
  private static final Pattern READING =
      Pattern.compile(
          "CertificateMessage|tls\\.Certificate\\.parse|CANNOT_PARSE_LEAF_CERT"
              + "|UNSUPPORTED_ALGORITHM");

  /** Names in the code that verifies the server's proof that it has the key. */
  private static final Pattern PROVING =
      Pattern.compile("CertificateVerify|ServerKeyExchange|BAD_SIGNATURE");

  /** Other failures of that code: the JVM's policy, a group, or the client's own signature. */
  private static final Pattern NOT_PROVING =
      Pattern.compile(
          "does not comply|No supported CertificateVerify|not a permitted elliptic curve"
              + "|(?i:unsupported named group)|insufficient_security|illegal_parameter");

  /**
   * Why a server is refused. Those that the JDK's validation gives bear its names. The words are
   * about a certificate (1), the one that it issued (2), its issuer (3) and a detail (4).
   */
  public enum Reason {
    UNREADABLE(
        "the server's certificate, or one that came with it, cannot be read (%4$s); check the"
            + " server's certificate file, and what stands in between"),
    TOO_MANY(
        "the server sends %4$s certificates; let it send its own and those between that one and its"
            + " authority"),
    EXPIRED("%1$s expired on %4$s; renew it on the server"),
    NOT_YET_VALID("%1$s is not valid before %4$s; check the clocks of both sides"),
    ALGORITHM_CONSTRAINED("%1$s %4$s; the server needs another one"),
    NO_TRUST_ANCHOR("no trusted authority issued %1$s (%4$s"),
    INVALID_SIGNATURE(
        "%1$s was not signed by %3$s as it is known here; the CA file may hold an older authority of"
            + " that name, or the server's chain is spoiled"),
    NOT_CA_CERT(
        "%1$s%2$s, is not that of an authority (basic constraints without CA); the server's chain"
            + " was not made by its authority"),
    INVALID_KEY_USAGE(
        "%1$s%2$s, may not sign certificates (key usage); the server's chain was not made by its"
            + " authority"),
    PATH_TOO_LONG(
        "%1$s allows %4$s authorities below it (path length), and the chain has more; have the"
            + " server's certificate issued higher up"),
    INVALID_NAME(
        "%1$s is for a name that an authority above it may not vouch for (name constraints); have it"
            + " issued by another authority"),
    UNRECOGNIZED_CRIT_EXT(
        "%1$s has a critical extension that is not understood here (%4$s); the server needs a"
            + " certificate without it"),
    REVOKED("%1$s was revoked by its issuer; the server needs another one"),
    UNDETERMINED_REVOCATION_STATUS("it is unknown whether %1$s was revoked: %4$s"),
    /** Another rule for chains is broken. */
    UNSPECIFIED("%1$s is not acceptable: %4$s"),
    PURPOSE(
        "%1$s is not for TLS servers (extended key usage without serverAuth); the server needs another one"),
    NO_SIGNATURES(
        "the server's certificate may not be used for digital signatures (key usage), without which"
            + " there is no handshake; the server needs another one"),
    HOST_NAME(
        "the certificate is for %4$s; connect by one of its names, or allow it"
            + " (tls.allowInvalidHostnames)"),
    NO_HOST_NAME(
        "%4$s is not a host name that a certificate can be checked against: it has characters other"
            + " than letters, digits and hyphens (RFC 1123, section 2.1); connect by another name, or"
            + " allow any certificate's name (tls.allowInvalidHostnames)"),
    PROOF(
        "the server cannot prove that it has the key of its certificate: check that its certificate"
            + " and its key file belong together, and what stands in between");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  private final Reason reason;

  private ServerRefusedException(
      Reason reason, @Nullable Throwable cause, @Nullable Object... arguments) {
    super(reason.words.formatted(arguments), cause);
    this.reason = reason;
  }

  static ServerRefusedException of(
      Reason reason, X509Certificate at, @Nullable Object detail, @Nullable Throwable cause) {
    return new ServerRefusedException(
        reason, cause, subject(at), "", at.getIssuerX500Principal(), detail);
  }

  public Reason reason() {
    return reason;
  }

  /** Describes what a TLS implementation itself finds wrong with the certificate or its key. */
  public static Optional<String> ofProvider(Throwable failure) {
    List<String> places =
        Causes.of(failure)
            .flatMap(
                cause ->
                    Stream.concat(
                        Stream.of(String.valueOf(cause.getMessage())),
                        Stream.of(cause.getStackTrace())
                            .map(frame -> frame.getClassName() + "." + frame.getMethodName())))
            .toList();
    if (places.stream().noneMatch(place -> NOT_PROVING.matcher(place).find())
        && places.stream().anyMatch(place -> PROVING.matcher(place).find())) {
      return Optional.of(Reason.PROOF.words);
    }
    if (places.stream().anyMatch(place -> place.contains("KEY_USAGE_BIT_INCORRECT"))) {
      return Optional.of(Reason.NO_SIGNATURES.words);
    }
    return Causes.find(failure, CertificateParsingException.class).isPresent()
            || places.stream().anyMatch(place -> READING.matcher(place).find())
        ? Optional.of(
            Reason.UNREADABLE.words.formatted(
                "", "", "", String.valueOf(Causes.root(failure).getMessage())))
        : Optional.empty();
  }

  static ServerRefusedException unreadable(Throwable failure) {
    return new ServerRefusedException(
        Reason.UNREADABLE, failure, "", "", "", Causes.root(failure).getMessage());
  }

  /** Explains a refusal by the JDK; {@code host} is {@code null} if any name will do. */
  static ServerRefusedException of(
      Exception failure,
      X509Certificate[] chain,
      @Nullable String host,
      TrustRules rules,
      TrustAnchors anchors) {
    Optional<CertPathValidatorException> invalid =
        Causes.find(failure, CertPathValidatorException.class)
            .or(
                () ->
                    Causes.find(failure, CertPathBuilderException.class)
                        .flatMap(nothing -> fault(chain, anchors)));
    if (invalid.isPresent()) {
      return ofRule(invalid.get(), chain, rules, anchors);
    }
    if (!isForServers(chain[0])) {
      return of(Reason.PURPOSE, chain[0], "", failure);
    }
    try {
      if (host != null) {
        HostNames.require(chain[0], host);
      }
    } catch (ServerRefusedException e) {
      return e;
    }
    return of(
        Reason.UNSPECIFIED,
        chain[0],
        failure instanceof RuntimeException
            ? "name constraints above it cannot be applied (" + failure.getMessage() + ")"
            : failure.getMessage(),
        failure);
  }

  private static boolean isForServers(X509Certificate server) {
    try {
      List<String> purposes = server.getExtendedKeyUsage();
      return purposes == null || purposes.contains(SERVER_AUTH) || purposes.contains(ANY_PURPOSE);
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  /**
   * Finds the fault in the chain that the names and keys of issuers give. The JDK's builder, to
   * which chains go that are out of order, says only that it found none.
   */
  private static Optional<CertPathValidatorException> fault(
      X509Certificate[] chain, TrustAnchors anchors) {
    List<X509Certificate> path = new ArrayList<>();
    Optional<X509Certificate> next = Optional.of(chain[0]);
    while (next.isPresent() && !anchors.certificates().contains(next.get())) {
      X509Certificate last = next.get();
      path.add(last);
      next =
          Stream.of(chain)
              .filter(other -> !path.contains(other) && isIssuer(other, last))
              .findFirst();
    }
    try {
      CertPathValidator.getInstance("PKIX")
          .validate(
              CertificateFactory.getInstance("X.509").generateCertPath(path), anchors.parameters());
    } catch (CertPathValidatorException e) {
      return Optional.of(e);
    } catch (GeneralSecurityException | RuntimeException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean isIssuer(X509Certificate issuer, X509Certificate issued) {
    try {
      if (!issuer.getSubjectX500Principal().equals(issued.getIssuerX500Principal())) {
        return false;
      }
      issued.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static ServerRefusedException ofRule(
      CertPathValidatorException failure,
      X509Certificate[] chain,
      TrustRules rules,
      TrustAnchors anchors) {
    List<X509Certificate> path =
        failure.getCertPath() == null
            ? List.of(chain)
            : failure.getCertPath().getCertificates().stream()
                .map(X509Certificate.class::cast)
                .toList();
    int index = Math.max(0, failure.getIndex());
    X509Certificate last = path.get(path.size() - 1);
    List<X509Certificate> namesakes =
        anchors.certificates().stream()
            .filter(a -> a.getSubjectX500Principal().equals(last.getIssuerX500Principal()))
            .toList();
    String name = String.valueOf(failure.getReason());
    Reason reason =
        Stream.of(Reason.values())
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElse(Reason.UNSPECIFIED);
    X509Certificate at = path.get(index);
    if (reason == Reason.NO_TRUST_ANCHOR && !namesakes.isEmpty()) {
      reason = Reason.INVALID_SIGNATURE;
      at = last;
    }
    Object detail =
        switch (reason) {
          case EXPIRED -> at.getNotAfter().toInstant();
          case NOT_YET_VALID -> at.getNotBefore().toInstant();
          case PATH_TOO_LONG -> at.getBasicConstraints();
          case UNRECOGNIZED_CRIT_EXT -> unknownExtensions(at);
          case NO_TRUST_ANCHOR -> remedy(last, rules);
          case ALGORITHM_CONSTRAINED ->
              Objects.requireNonNullElse(
                  CertificateStrength.weakness(at),
                  "is too weak for this JVM's policy (" + failure.getMessage() + ")");
          case UNDETERMINED_REVOCATION_STATUS ->
              anchors.lists() == null
                  ? failure.getMessage()
                  : anchors
                      .lists()
                      .fault(at, at.equals(last) ? namesakes : path.subList(index + 1, index + 2));
          default -> failure.getMessage();
        };
    String issued =
        index == 0 ? "" : ", which issued that of " + path.get(index - 1).getSubjectX500Principal();
    return new ServerRefusedException(
        reason, failure, subject(at), issued, at.getIssuerX500Principal(), detail);
  }

  /** RFC 5280 defines the standard ones, under the arc of certificate extensions. */
  private static String unknownExtensions(X509Certificate certificate) {
    return Optional.ofNullable(certificate.getCriticalExtensionOIDs()).orElse(Set.of()).stream()
        .filter(oid -> !oid.startsWith("2.5.29."))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String remedy(X509Certificate last, TrustRules rules) {
    return (last.getSubjectX500Principal().equals(last.getIssuerX500Principal())
            ? last.getIssuerX500Principal() + " signed itself); "
            : "its issuer is " + last.getIssuerX500Principal() + "); ")
        + (rules.caFile().isEmpty()
            ? "name that authority's certificate with tls.caFile"
            : "that authority is not in "
                + rules.caFile().get()
                + ", and the server sends no certificate that leads to one in it");
  }

  private static String subject(X509Certificate certificate) {
    return "the certificate of " + certificate.getSubjectX500Principal();
  }
}
