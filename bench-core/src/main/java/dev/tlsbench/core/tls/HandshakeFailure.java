package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.trust.ServerRefusedException;
import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.ReceivedAlert;
import dev.tlsbench.core.tls.wire.ServerHello;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes in one line why a connection failed, the same for every provider: first by the client's
 * refusal, then by the server's bytes, and by the provider's message only if neither exists.
 */
final class HandshakeFailure {
  /** The alerts by which a server refuses a client's certificate, or asks for one. */
  private static final Set<String> CERTIFICATE_ALERTS =
      Set.of(
          "certificate_required",
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied");

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z]\\w*\\.)+\\w*(?:Exception|Error): ");

  private HandshakeFailure() {}

  static ConnectFailedException tls(
      String host,
      int port,
      TlsSettings settings,
      HandshakeReader seen,
      @Nullable Duration waited,
      Exception failure) {
    return failed(host, port, why(settings, seen, waited, failure), failure);
  }

  /**
   * Describes a connection that broke between the client's end of the handshake and the first
   * answer.
   */
  static ConnectFailedException afterwards(
      String host, int port, TlsSettings settings, IOException failure) {
    String why =
        ReceivedAlert.in(failure)
            .map(alert -> alert(alert, settings))
            .or(() -> ServerRefusedException.ofProvider(failure))
            .orElseGet(
                () ->
                    "the server closed the connection right after the TLS handshake; "
                        + certificateHint(settings));
    return failed(host, port, why, failure);
  }

  private static String certificateHint(TlsSettings settings) {
    return settings.certificateFile().isEmpty()
        ? "it may want a client certificate (tls.certificateKeyFile)"
        : "it may not accept the client's certificate";
  }

  /** Under TLS 1.3 only the two ends see the server's requests. */
  private static boolean isTls13(@Nullable ServerHello hello) {
    return hello != null && hello.isTls13();
  }

  private static String why(
      TlsSettings settings, HandshakeReader seen, @Nullable Duration waited, Exception failure) {
    Optional<ServerRefusedException> refused = Causes.find(failure, ServerRefusedException.class);
    if (refused.isPresent()) {
      return String.valueOf(refused.get().getMessage());
    }
    if (seen.foreign() && seen.hello() == null) {
      return "the server does not speak TLS on this port"
          + byAlpn(settings)
          + "; connect in plain text, or to its TLS"
          + " port";
    }
    if (seen.foreign()) {
      return "the server sent bytes that are no TLS in the middle of the TLS handshake; its log may"
          + " say why, or something in between spoils them";
    }
    if (waited != null) {
      return "the TLS handshake was not done within "
          + waited.toMillis()
          + " ms; check that the server speaks TLS on this port, or allow more time ("
          + (waited.equals(settings.handshakeTimeout())
              ? "tls.handshakeTimeoutMs"
              : "the driver's own read time-out")
          + ")";
    }
    Optional<String> choice =
        Optional.ofNullable(seen.hello()).flatMap(h -> wrongChoice(h, settings));
    if (choice.isPresent()) {
      return choice.get();
    }
    Optional<String> alert = Optional.ofNullable(seen.alert()).or(() -> ReceivedAlert.in(failure));
    if (alert.isPresent()) {
      return alert(alert.get(), settings);
    }
    Optional<String> certificate = ServerRefusedException.ofProvider(failure);
    if (certificate.isPresent()) {
      return certificate.get();
    }
    boolean ended = seen.ended() || endedByServer(failure);
    if (ended && seen.hello() == null) {
      return "the server closed the connection instead of a TLS handshake; check that it speaks"
          + " TLS on this port"
          + byAlpn(settings);
    }
    if (ended) {
      return "the server closed the connection in the middle of the TLS handshake; "
          + (seen.certificateRequested() || isTls13(seen.hello())
              ? certificateHint(settings)
              : "its log may say why");
    }
    String words =
        CLASS_NAME
            .matcher(String.valueOf(failure.getMessage()))
            .replaceAll("")
            .replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    String negotiated =
        seen.hello() == null
            ? ""
            : " (the server had chosen %s %s)"
                .formatted(seen.hello().protocol(), seen.hello().cipherSuite());
    return "the TLS handshake failed" + negotiated + ": " + words;
  }

  private static String byAlpn(TlsSettings settings) {
    return settings.applicationProtocols().isEmpty()
        ? ""
        : " (ALPN " + String.join(", ", settings.applicationProtocols()) + ")";
  }

  /** Describes a protocol that was not offered, or not the one that both sides speak. */
  private static Optional<String> wrongChoice(ServerHello hello, TlsSettings settings) {
    String offered = String.join(", ", settings.protocols());
    if (!settings.protocols().contains(hello.protocol())) {
      return Optional.of(
          "the server chose the protocol %s, and was offered %s; switch one of these on there"
              .formatted(hello.protocol(), offered));
    }
    return hello.downgraded() && !hello.isTls13() && settings.protocols().contains("TLSv1.3")
        ? Optional.of(
            "downgrade to "
                + hello.protocol()
                + ": the server speaks TLSv1.3 and was not told that this client does, so that"
                + " somebody in between changes the TLS handshake; find out who")
        : Optional.empty();
  }

  private static String alert(String alert, TlsSettings settings) {
    boolean anonymous = settings.certificateFile().isEmpty();
    String remedy;
    if (CERTIFICATE_ALERTS.contains(alert)) {
      remedy =
          anonymous
              ? "; it wants a client certificate (tls.certificateKeyFile)"
              : "; it does not accept the client's certificate";
    } else {
      remedy =
          switch (alert) {
            case "protocol_version" ->
                "; it accepts none of the protocols " + String.join(", ", settings.protocols());
            case "handshake_failure", "insufficient_security" ->
                "; it accepts nothing of "
                    + asked(settings)
                    + (anonymous
                        ? ", or wants a client certificate (tls.certificateKeyFile)"
                        : ", or not the client's certificate")
                    + (settings.provider() == TlsProvider.CONSCRYPT
                            || settings.provider() == TlsProvider.OPENSSL
                        ? ", or has an Ed25519 key, with which BoringSSL does nothing"
                        : "");
            case "unrecognized_name" -> "; it does not know itself by this host name";
            default -> "; its log may say why";
          };
    }
    return "the server broke off the TLS handshake with the alert " + alert + remedy;
  }

  private static String asked(TlsSettings settings) {
    String suites =
        settings.protocols().stream()
            .flatMap(protocol -> settings.cipherSuites(protocol).stream())
            .distinct()
            .collect(Collectors.joining(", "));
    return String.join(", ", settings.protocols())
        + (suites.isEmpty() ? "" : " with " + suites)
        + (settings.namedGroups().isEmpty()
            ? ""
            : " and " + String.join(", ", settings.namedGroups()));
  }

  private static boolean endedByServer(Throwable failure) {
    return Causes.of(failure).anyMatch(HandshakeFailure::isEnd);
  }

  private static boolean isEnd(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return failure instanceof EOFException
        || failure instanceof ClosedChannelException
        || failure instanceof SocketException
        || message.contains("closed connection")
        || message.contains("connection closed")
        || message.contains("end of stream");
  }

  private static ConnectFailedException failed(
      String host, int port, String why, Exception failure) {
    return new ConnectFailedException(HostName.withPort(host, port) + ": " + why, failure);
  }
}
