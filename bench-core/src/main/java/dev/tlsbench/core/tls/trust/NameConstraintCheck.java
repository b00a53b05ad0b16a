package dev.tlsbench.core.tls.trust;

import java.math.BigInteger;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraintValidatorException;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PKIXNameConstraintValidator;
import org.jspecify.annotations.Nullable;

/**
 * Applies name constraints (RFC 5280, sections 4.2.1.10 and 6.1), including the trust anchor's,
 * which the JDK neither applies nor accepts.
 *
 * <p>A path validator passes its checkers one certificate after the other, and does not mark the
 * last; {@link #validating} does. This matters for a certificate whose issuer and subject have one
 * name: an authority's is exempt, the server's is not.
 */
final class NameConstraintCheck extends ChainCheck {
  private static final ThreadLocal<X509Certificate> SERVER = new ThreadLocal<>();

  private final List<X509Certificate> anchors;
  private final Set<X500Principal> constrainedNames;

  /**
   * Limits of each anchor that may be above the path; {@code null} before the first certificate.
   */
  private @Nullable List<Limits> limits;

  NameConstraintCheck(X509Certificate[] anchors) {
    this.anchors = List.of(anchors);
    this.constrainedNames =
        this.anchors.stream()
            .filter(NameConstraintCheck::isConstrained)
            .map(X509Certificate::getSubjectX500Principal)
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns whether a certificate has name constraints. The names of its extensions tell: most have
   * none, and the JDK's search for the value of an extension that is not there throws an exception
   * and catches it, which was most of the cost of this check.
   */
  private static boolean isConstrained(X509Certificate certificate) {
    return has(certificate.getCriticalExtensionOIDs())
        || has(certificate.getNonCriticalExtensionOIDs());
  }

  private static boolean has(@Nullable Set<String> extensions) {
    return extensions != null && extensions.contains(Extension.nameConstraints.getId());
  }

  /** Validates the chain of this server's certificate. */
  static <E extends Exception> void validating(X509Certificate server, Validation<E> validation)
      throws E {
    SERVER.set(server);
    try {
      validation.run();
    } finally {
      SERVER.remove();
    }
  }

  @Override
  void begin() {
    limits = null;
  }

  @Override
  void examine(X509Certificate certificate) throws CertPathValidatorException {
    List<Limits> above = limits == null ? ofAnchors(certificate) : limits;
    X509Certificate server =
        Objects.requireNonNull(SERVER.get(), "the server's certificate is not known");
    boolean exempt =
        certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())
            && !certificate.equals(server);
    if (!exempt) {
      above = permitting(certificate, above);
    }
    for (Limits each : above) {
      each.add(certificate);
    }
    limits = above;
  }

  /**
   * Returns the limits of all anchors: two may share name and key, and one of them have no
   * constraints.
   */
  private List<Limits> ofAnchors(X509Certificate first) throws CertPathValidatorException {
    List<Limits> found = new ArrayList<>();
    if (constrainedNames.contains(first.getIssuerX500Principal())) {
      for (X509Certificate anchor : issuersOf(first, anchors)) {
        Limits limit = new Limits();
        limit.add(anchor);
        found.add(limit);
      }
      if (found.isEmpty()) {
        throw refusal("not signed by an anchor of that name", BasicReason.INVALID_SIGNATURE);
      }
    }
    return found.isEmpty() ? List.of(new Limits()) : found;
  }

  private static List<Limits> permitting(X509Certificate certificate, List<Limits> above)
      throws CertPathValidatorException {
    List<Limits> permitting = new ArrayList<>();
    CertPathValidatorException refused = null;
    for (Limits each : above) {
      try {
        each.check(certificate);
        permitting.add(each);
      } catch (CertPathValidatorException e) {
        refused = e;
      }
    }
    if (permitting.isEmpty() && refused != null) {
      throw refused;
    }
    return permitting;
  }

  /**
   * Names the authority whose constraints could not be compared with the names below them, as a
   * sentence without its full stop; empty if none of the certificates has constraints.
   */
  static Optional<String> inapplicable(
      List<X509Certificate> certificates, RuntimeException failure) {
    List<X509Certificate> constrained =
        certificates.stream().filter(NameConstraintCheck::isConstrained).toList();
    return constrained.stream()
        .map(authority -> unsupported(authority).map(kinds -> inapplicable(authority, kinds)))
        .flatMap(Optional::stream)
        .findFirst()
        .or(
            () ->
                constrained.stream()
                    .findFirst()
                    .map(authority -> inapplicable(authority, failure.getMessage())));
  }

  private static String inapplicable(X509Certificate authority, @Nullable String why) {
    return "the name constraints of the certificate of "
        + authority.getSubjectX500Principal()
        + " cannot be applied ("
        + why
        + "); have the server's certificate issued by another authority";
  }

  /** Names the kinds of names that neither the JDK nor Bouncy Castle compares. */
  private static Optional<String> unsupported(X509Certificate authority) {
    try {
      NameConstraints own = constraints(authority);
      return own == null
          ? Optional.empty()
          : Stream.of(own.getPermittedSubtrees(), own.getExcludedSubtrees())
              .filter(subtrees -> subtrees != null)
              .flatMap(Arrays::stream)
              .map(subtree -> kind(subtree.getBase()))
              .flatMap(Optional::stream)
              .distinct()
              .reduce((one, other) -> one + ", " + other)
              .map(kinds -> "names of a kind that is not supported: " + kinds);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> kind(GeneralName name) {
    return Optional.ofNullable(
        switch (name.getTagNo()) {
          case GeneralName.otherName -> "otherName";
          case GeneralName.x400Address -> "x400Address";
          case GeneralName.ediPartyName -> "ediPartyName";
          case GeneralName.registeredID -> "registeredID";
          default -> null;
        });
  }

  private static @Nullable NameConstraints constraints(X509Certificate certificate) {
    return isConstrained(certificate)
        ? NameConstraints.getInstance(
            ASN1OctetString.getInstance(
                    certificate.getExtensionValue(Extension.nameConstraints.getId()))
                .getOctets())
        : null;
  }

  /** A validation that may throw. */
  interface Validation<E extends Exception> {
    void run() throws E;
  }

  /** The constraints of the authorities of one path, the anchor's first. */
  private static final class Limits {
    private final PKIXNameConstraintValidator validator = new PKIXNameConstraintValidator();
    private final List<X509Certificate> authorities = new ArrayList<>();
    private final Set<String> excludedHosts = new LinkedHashSet<>();

    void add(X509Certificate authority) throws CertPathValidatorException {
      try {
        NameConstraints own = constraints(authority);
        if (own == null) {
          return;
        }
        authorities.add(authority);
        Stream.of(own.getPermittedSubtrees(), own.getExcludedSubtrees())
            .filter(subtrees -> subtrees != null)
            .flatMap(Arrays::stream)
            .forEach(subtree -> requireWellFormed(subtree.getBase()));
        if (own.getPermittedSubtrees() != null) {
          validator.intersectPermittedSubtree(own.getPermittedSubtrees());
        }
        if (own.getExcludedSubtrees() != null) {
          for (GeneralSubtree subtree : own.getExcludedSubtrees()) {
            validator.addExcludedSubtree(subtree);
            HostNames.dnsName(subtree.getBase()).map(Limits::plain).ifPresent(excludedHosts::add);
          }
        }
      } catch (RuntimeException e) {
        throw refused(List.of(authority), e);
      }
    }

    void check(X509Certificate certificate) throws CertPathValidatorException {
      if (authorities.isEmpty()) {
        return;
      }
      List<GeneralName> names = names(certificate);
      try {
        X500Name subject = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        if (subject.size() > 0) {
          validator.checkPermittedDN(subject);
          validator.checkExcludedDN(subject);
          for (RDN email : subject.getRDNs(BCStyle.EmailAddress)) {
            check(new GeneralName(GeneralName.rfc822Name, email.getFirst().getValue()));
          }
        }
        for (GeneralName name : names) {
          check(name);
        }
      } catch (NameConstraintValidatorException e) {
        throw refusal(String.valueOf(e.getMessage()), PKIXReason.INVALID_NAME);
      } catch (RuntimeException e) {
        throw refused(authorities, e);
      }
    }

    private void check(GeneralName name) throws NameConstraintValidatorException {
      validator.checkPermitted(name);
      validator.checkExcluded(name);
      if (HostNames.dnsName(name).filter(this::covers).isPresent()) {
        throw new NameConstraintValidatorException("DNS name covers an excluded one");
      }
      if (name.getTagNo() == GeneralName.iPAddress && HostNames.address(name).isEmpty()) {
        throw new NameConstraintValidatorException("no IPv4 or IPv6 address");
      }
    }

    private static List<GeneralName> names(X509Certificate certificate)
        throws CertPathValidatorException {
      try {
        return HostNames.alternativeNames(certificate);
      } catch (ServerRefusedException e) {
        throw refusal(String.valueOf(e.getMessage()));
      }
    }

    /** Refuses a malformed base, which would match, and so exclude, nothing. */
    private static void requireWellFormed(GeneralName base) {
      boolean wellFormed =
          base.getTagNo() == GeneralName.iPAddress
              ? isRange(ASN1OctetString.getInstance(base.getName()).getOctets())
              : HostNames.dnsName(base)
                  .map(name -> !name.matches("(?s).*(?:[*\\s]|\\.$).*"))
                  .orElse(true);
      if (!wellFormed) {
        throw new IllegalArgumentException(base + " is malformed");
      }
    }

    /**
     * Returns whether this is an address and a mask (RFC 5280, section 4.2.1.10), ones first (RFC
     * 4632).
     */
    private static boolean isRange(byte[] octets) {
      int half = octets.length / 2;
      if (octets.length % 2 != 0 || (half != 4 && half != 16)) {
        return false;
      }
      BigInteger free =
          BigInteger.ONE
              .shiftLeft(half * Byte.SIZE)
              .subtract(BigInteger.ONE)
              .subtract(new BigInteger(1, Arrays.copyOfRange(octets, half, octets.length)));
      return free.and(free.add(BigInteger.ONE)).signum() == 0;
    }

    /**
     * Returns whether a name covers an excluded one, where the validator compares plain text: a
     * wildcard covers names one label below its parent, a leading dot makes no difference, and the
     * empty base covers every name.
     */
    private boolean covers(String dnsName) {
      String name = plain(dnsName);
      String parent = name.startsWith("*.") ? name.substring(2) : null;
      return excludedHosts.stream()
          .anyMatch(
              base ->
                  base.isEmpty()
                      || base.equals(name)
                      || (base.indexOf('.') > 0
                          && base.substring(base.indexOf('.') + 1).equals(parent)));
    }

    /**
     * Removes a leading dot, which makes the base no narrower: RFC 5280 defines it for URIs only.
     */
    private static String plain(String base) {
      String lower = base.toLowerCase(Locale.ROOT);
      return lower.startsWith(".") ? lower.substring(1) : lower;
    }

    private static CertPathValidatorException refused(
        List<X509Certificate> authorities, RuntimeException failure) {
      return refusal(NameConstraintCheck.inapplicable(authorities, failure).orElseThrow());
    }
  }
}
