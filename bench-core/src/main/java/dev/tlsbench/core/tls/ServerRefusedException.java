package dev.tlsbench.core.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CertificateRevokedException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The client refused the server's certificate; the message says why in words for people. */
final class ServerRefusedException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  ServerRefusedException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The reason why a certificate was refused; empty if it was not the certificate that failed. */
  static Optional<String> reason(Throwable failure) {
    return cause(failure, ServerRefusedException.class).map(Throwable::getMessage);
  }

  static String explain(
      CertificateException failure,
      X509Certificate[] chain,
      @Nullable String host,
      TlsSettings settings) {
    for (X509Certificate certificate : chain) {
      Instant now = Instant.now();
      if (now.isAfter(certificate.getNotAfter().toInstant())
          && cause(failure, CertificateExpiredException.class).isPresent()) {
        return "the certificate of "
            + certificate.getSubjectX500Principal()
            + " expired on "
            + certificate.getNotAfter().toInstant()
            + "; renew it on the server";
      }
      if (now.isBefore(certificate.getNotBefore().toInstant())
          && cause(failure, CertificateNotYetValidException.class).isPresent()) {
        return "the certificate of "
            + certificate.getSubjectX500Principal()
            + " is not valid before "
            + certificate.getNotBefore().toInstant()
            + "; check the clocks of both sides";
      }
    }
    if (cause(failure, CertificateRevokedException.class).isPresent()) {
      return "the certificate of "
          + chain[0].getSubjectX500Principal()
          + " was revoked by its issuer; the server needs another one";
    }
    if (settings.crlFile().isPresent() && isUndetermined(failure)) {
      return "nobody can tell whether the certificate of "
          + chain[0].getSubjectX500Principal()
          + " was revoked: tls.crlFile "
          + settings.crlFile().get()
          + " has no current list of "
          + chain[0].getIssuerX500Principal()
          + "; fetch one";
    }
    String message = String.valueOf(failure.getMessage());
    if (message.startsWith("No subject alternative") || message.startsWith("No name matching")) {
      return "the certificate is for "
          + names(chain[0])
          + ", not for "
          + host
          + "; connect by one of its names, or allow it (tls.allowInvalidHostnames)";
    }
    if (message.contains("unable to find valid certification path")
        || message.contains("Path does not chain with any of the trust anchors")) {
      return "no trusted authority issued the certificate of "
          + chain[0].getSubjectX500Principal()
          + " (its issuer is "
          + chain[chain.length - 1].getIssuerX500Principal()
          + "); "
          + settings
              .caFile()
              .map(file -> "that authority is not in " + file)
              .orElse("name that authority's certificate with tlsCAFile, ssl-ca or tls.caFile");
    }
    return "the certificate of "
        + chain[0].getSubjectX500Principal()
        + " is not acceptable: "
        + cause(failure, CertPathValidatorException.class)
            .map(Throwable::getMessage)
            .orElse(message);
  }

  private static boolean isUndetermined(CertificateException failure) {
    return cause(failure, CertPathValidatorException.class)
        .filter(e -> e.getReason() == BasicReason.UNDETERMINED_REVOCATION_STATUS)
        .isPresent();
  }

  private static String names(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      String listed =
          names == null
              ? ""
              : names.stream()
                  .filter(name -> isHost((Integer) name.get(0)))
                  .map(name -> String.valueOf(name.get(1)))
                  .collect(Collectors.joining(", "));
      return listed.isEmpty() ? certificate.getSubjectX500Principal().toString() : listed;
    } catch (CertificateParsingException e) {
      return "names that cannot be read";
    }
  }

  private static boolean isHost(int kind) {
    return kind == DNS_NAME || kind == IP_ADDRESS;
  }

  private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return Optional.of(type.cast(t));
      }
    }
    return Optional.empty();
  }
}
