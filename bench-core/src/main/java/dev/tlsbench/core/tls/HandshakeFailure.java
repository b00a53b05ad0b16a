package dev.tlsbench.core.tls;

import static dev.tlsbench.core.ConnectFailedException.Reason.CERTIFICATE_REFUSED;
import static dev.tlsbench.core.ConnectFailedException.Reason.CLIENT_CERTIFICATE_REFUSED;
import static dev.tlsbench.core.ConnectFailedException.Reason.HANDSHAKE;
import static dev.tlsbench.core.ConnectFailedException.Reason.NO_TLS;
import static dev.tlsbench.core.ConnectFailedException.Reason.OTHER;
import static dev.tlsbench.core.ConnectFailedException.Reason.TIMEOUT;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.trust.ServerRefusedException;
import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.ServerParameters;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.jspecify.annotations.Nullable;

/**
 * Describes in one line why a connection failed, the same for every provider: first by the client's
 * refusal, then by the server's bytes, and by the provider's message only if neither exists.
 */
final class HandshakeFailure {
  /** SunJSSE's and Bouncy Castle's words for a message over their limit; there is no own class. */
  private static final Pattern TOO_LONG =
      Pattern.compile("(?i)size of the handshake message|handshake message length exceeds");

  /** SunJSSE: "Received fatal alert: unknown_ca"; BoringSSL: "TLSV1_ALERT_UNKNOWN_CA". */
  private static final Pattern ALERT =
      Pattern.compile("(?:received fatal alert: |(?:sslv3|tlsv1)_alert_)([a-z_]+)");

  private HandshakeFailure() {}

  /** A kind of failure, and what is said of it; empty if it is not the reason. */
  private record Row(Reason reason, Optional<String> why) {
    Row(Reason reason, boolean applies, String why) {
      this(reason, applies ? Optional.of(why) : Optional.empty());
    }
  }

  static ConnectFailedException tls(
      String host,
      int port,
      TlsSettings settings,
      HandshakeReader seen,
      @Nullable Duration waited,
      Exception failure) {
    ServerParameters hello = seen.hello();
    String protocol = hello == null ? "" : hello.protocol();
    // Under TLS 1.3 only the two ends see the server's requests.
    boolean mayHaveAsked = seen.certificateRequested() || protocol.equals("TLSv1.3");
    Optional<String> alert = Optional.ofNullable(seen.alert()).or(() -> received(failure));
    return first(
        host,
        port,
        failure,
        new Row(
            CERTIFICATE_REFUSED,
            Causes.find(failure, ServerRefusedException.class).map(Throwable::getMessage)),
        new Row(
            NO_TLS,
            seen.foreign() && !seen.isTls(),
            "the server does not speak TLS on this port; connect in plain text, or to its TLS port"),
        new Row(
            HANDSHAKE,
            seen.foreign(),
            "the server sent bytes that are no TLS in the middle of the TLS handshake; see its log"),
        new Row(TIMEOUT, Optional.ofNullable(waited).map(HandshakeFailure::late)),
        new Row(
            HANDSHAKE,
            hello != null && !settings.offer().protocols().contains(protocol),
            "the server chose the protocol %s, and was offered %s"
                .formatted(protocol, String.join(", ", settings.offer().protocols()))),
        new Row(
            HANDSHAKE,
            hello != null
                && hello.downgraded()
                && !hello.isTls13()
                && settings.offer().protocols().contains("TLSv1.3"),
            "downgrade to "
                + protocol
                + ": the server speaks TLSv1.3, and was told that this client does not: something in between changes the handshake"),
        ofAlert(alert, settings, seen.certificateRequested()),
        new Row(
            OTHER,
            Causes.of(failure)
                .anyMatch(cause -> TOO_LONG.matcher(String.valueOf(cause.getMessage())).find()),
            ("the server's %s message is too long: %s; let it name fewer client authorities or"
                    + " send fewer certificates, or raise the limit with the JVM's argument"
                    + " -Djdk.tls.maxHandshakeMessageSize")
                .formatted(
                    seen.certificateRequested()
                        ? "CertificateRequest"
                        : "Certificate or CertificateRequest",
                    Causes.words(failure))),
        new Row(CERTIFICATE_REFUSED, ServerRefusedException.ofProvider(failure)),
        new Row(
            NO_TLS,
            seen.ended() && hello == null,
            "the server closed the connection instead of a TLS handshake; check that it speaks TLS"
                + " on this port"),
        new Row(
            HANDSHAKE,
            seen.ended(),
            "the server closed the connection in the middle of the TLS handshake; "
                + (mayHaveAsked ? certificateHint(settings) : "its log may say why")),
        new Row(HANDSHAKE, true, "the TLS handshake failed: " + Causes.words(failure)));
  }

  /**
   * Describes a connection that broke between the client's end of the handshake and the first
   * answer.
   */
  static ConnectFailedException afterwards(
      String host, int port, TlsSettings settings, IOException failure) {
    return first(
        host,
        port,
        failure,
        ofAlert(received(failure), settings, false),
        new Row(CERTIFICATE_REFUSED, ServerRefusedException.ofProvider(failure)),
        new Row(
            HANDSHAKE,
            true,
            "the server closed the connection right after the TLS handshake; "
                + certificateHint(settings)));
  }

  private static ConnectFailedException first(
      String host, int port, Exception failure, Row... rows) {
    Row row = Stream.of(rows).filter(known -> known.why.isPresent()).findFirst().orElseThrow();
    return new ConnectFailedException(
        row.reason, HostName.withPort(host, port) + ": " + row.why.orElseThrow(), failure);
  }

  /**
   * Finds the IANA name of the server's alert in a provider's exception. Once a handshake is
   * encrypted, the bytes on the wire no longer show it.
   */
  private static Optional<String> received(Throwable failure) {
    return Causes.of(failure).flatMap(HandshakeFailure::alerts).findFirst();
  }

  private static Stream<String> alerts(Throwable cause) {
    return cause instanceof TlsFatalAlertReceived received
        ? Stream.of(AlertDescription.getName(received.getAlertDescription()))
        : ALERT
            .matcher(String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT))
            .results()
            .map(found -> found.group(1));
  }

  private static String late(Duration waited) {
    return "the TLS handshake was not done within "
        + waited.toMillis()
        + " ms (tls.handshakeTimeoutMs, or the driver's own read time-out); check that the server"
        + " speaks TLS on this port";
  }

  private static String certificateHint(TlsSettings settings) {
    return settings.identity().certificateFile().isEmpty()
        ? "it may want a client certificate (tls.certificateKeyFile)"
        : "it may not accept the client's certificate";
  }

  /** Without a certificate that it has asked for, a server may send handshake_failure (TLS 1.2). */
  private static Row ofAlert(Optional<String> alert, TlsSettings settings, boolean requested) {
    boolean missing = requested && settings.identity().certificateFile().isEmpty();
    return new Row(
        alert
                .filter(
                    name -> isOfCertificate(name) || (missing && name.equals("handshake_failure")))
                .isPresent()
            ? CLIENT_CERTIFICATE_REFUSED
            : HANDSHAKE,
        alert.map(name -> alert(name, settings)));
  }

  /** Returns whether a server refuses a client's certificate by this alert, or asks for one. */
  private static boolean isOfCertificate(String alert) {
    return alert.contains("certificate")
        || alert.equals("unknown_ca")
        || alert.equals("access_denied");
  }

  private static String alert(String alert, TlsSettings settings) {
    String why =
        switch (alert) {
          case "protocol_version" ->
              "it accepts none of the protocols "
                  + String.join(", ", settings.offer().protocols())
                  + " (see its setting for protocols)";
          case "handshake_failure", "insufficient_security" ->
              "it accepts nothing of "
                  + Stream.of(
                          settings.offer().protocols(),
                          settings.offer().suites().listed(),
                          settings.offer().namedGroups())
                      .flatMap(List::stream)
                      .collect(Collectors.joining(", "))
                  + (settings.offer().namedGroups().isEmpty()
                      ? settings.offer().suites().listed().isEmpty()
                          ? ""
                          : " (see its setting for suites)"
                      : " (see its setting for groups)")
                  + ", or "
                  + certificateHint(settings);
          default -> isOfCertificate(alert) ? certificateHint(settings) : "its log may say why";
        };
    return "the server broke off the TLS handshake with the alert " + alert + "; " + why;
  }
}
