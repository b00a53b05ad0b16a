package dev.tlsbench.experiment.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tlsbench.experiment.probe.ProbeResult.Certificate;
import dev.tlsbench.experiment.probe.ProbeResult.ChainLink;
import dev.tlsbench.experiment.probe.ProbeResult.Handshakes;
import dev.tlsbench.experiment.probe.ProbeResult.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@link ProbeResult} as text for people, and as JSON for programs. */
public final class ProbeReport {
  private static final int LABEL = 20;
  private static final double MICROS_PER_MILLI = 1000;
  private static final int DATE = 10;

  private final ProbeResult result;
  private final List<String> lines = new ArrayList<>();

  /**
   * Presents a result.
   *
   * @param result what a probe found
   */
  public ProbeReport(ProbeResult result) {
    this.result = result;
  }

  /**
   * For programs.
   *
   * @return one JSON object as {@code docs/schema/probe.schema.json} has it, without a line break
   *     at its end
   */
  public String json() {
    try {
      return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * For people.
   *
   * @return lines with labels on the left, without a line break at their end
   */
  public String text() {
    lines.clear();
    ProbeResult.Server server = result.server();
    lines.add(
        server.database()
            + " on "
            + server.host()
            + " port "
            + server.port()
            + (server.version() == null ? "" : ", version " + server.version()));
    if (server.acceptsPlainText() != null) {
      line("plain text", server.acceptsPlainText() ? "let in, too" : "not let in");
    }
    line(
        "client certificate",
        switch (result.clientCertificate()) {
          case NOT_REQUESTED -> "not asked for";
          case OPTIONAL -> "asked for, not required";
          case REQUIRED -> "required";
        });
    if (result.certificate() == null) {
      line("certificate", "none");
    } else {
      certificate(result.certificate());
    }
    result.protocols().stream().filter(Protocol::accepted).forEach(this::protocol);
    heading(
        "Not accepted: "
            + result.protocols().stream()
                .filter(protocol -> !protocol.accepted())
                .map(Protocol::protocol)
                .collect(Collectors.joining(", ")));
    heading(result.connections() + " connections; no user name and no password was sent.");
    lines.addAll(result.notes());
    return String.join(System.lineSeparator(), lines);
  }

  private void certificate(Certificate certificate) {
    heading("Certificate");
    verdict(
        "trusted",
        certificate.trusted(),
        certificate.trustAnchors().equals("JVM")
            ? "by the JVM's CA certificates"
            : "by " + certificate.trustAnchors(),
        certificate.notTrustedBecause());
    verdict(
        "host name",
        certificate.hostNameMatches(),
        "it is for " + result.server().host(),
        certificate.hostNameMismatch());
    for (int i = 0; i < certificate.chain().size(); i++) {
      ChainLink link = certificate.chain().get(i);
      if (i > 0) {
        heading("Issuer " + i + " of the chain");
      }
      line("subject", link.subject());
      line("issuer", link.issuer());
      if (!link.subjectAlternativeNames().isEmpty()) {
        line("names", String.join(", ", link.subjectAlternativeNames()));
      }
      line("key", link.keyAlgorithm() + ", " + link.keyBits() + " bits");
      line("signed with", link.signatureAlgorithm());
      line("valid", day(link.notBefore()) + " to " + day(link.notAfter()) + ", " + left(link));
      line("SHA-256", link.sha256Fingerprint());
    }
  }

  private static String day(String instant) {
    return instant.substring(0, Math.min(DATE, instant.length()));
  }

  private static String left(ChainLink link) {
    return link.daysLeft() >= 0
        ? link.daysLeft() + (link.daysLeft() == 1 ? " day left" : " days left")
        : "expired " + -link.daysLeft() + (link.daysLeft() == -1 ? " day ago" : " days ago");
  }

  private void protocol(Protocol protocol) {
    heading(protocol.protocol());
    column("cipher suites", protocol.cipherSuites());
    column("groups", protocol.namedGroups());
    if (protocol.helloRetryRequest() != null) {
      line(
          "key share x25519",
          protocol.helloRetryRequest()
              ? "not enough: another is asked for (HelloRetryRequest), one round trip more"
              : "enough: no HelloRetryRequest");
    }
    if (protocol.handshakes() != null) {
      handshakes(protocol.handshakes());
    }
  }

  private void handshakes(Handshakes times) {
    line(
        "negotiated",
        times.cipherSuite()
            + (times.namedGroup() == null ? "" : ", " + times.namedGroup())
            + " (client: "
            + times.provider()
            + ")");
    line("full handshake", millis(times.fullMedianMicros()) + samples(times));
    line(
        "resumed handshake",
        times.resumedMedianMicros() != null
            ? millis(times.resumedMedianMicros()) + samples(times)
            : times.resumes() == null ? "not tried" : "sessions do not resume");
    line("TCP connect", millis(times.tcpConnectMedianMicros()) + samples(times));
  }

  private static String samples(Handshakes times) {
    return " (median of " + times.samples() + ")";
  }

  private static String millis(double micros) {
    return String.format(Locale.ROOT, "%.2f ms", micros / MICROS_PER_MILLI);
  }

  private void verdict(String label, @Nullable Boolean holds, String yes, @Nullable String reason) {
    String because = reason == null ? "" : ": " + reason;
    line(
        label,
        holds == null ? "unknown" + because : holds ? "yes, " + yes : "no" + because);
  }

  private void column(String label, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      line(i == 0 ? label : "", values.get(i));
    }
  }

  private void heading(String text) {
    lines.add("");
    lines.add(text);
  }

  private void line(String label, String value) {
    lines.add("  " + label + " ".repeat(LABEL - label.length()) + value);
  }
}
