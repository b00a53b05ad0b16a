package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The {@code [TLS]} section of the output: the negotiated parameters of a run's connections.
 *
 * <p>One line for each fact. Where connections of one run differ, a fact has one line for each of
 * its values, and {@code Outcome} lines count the connections of each combination.
 */
public final class TlsSection {
  private final List<String> lines = new ArrayList<>();

  private TlsSection() {}

  /**
   * Formats the section.
   *
   * @return lines in the form of YCSB's text output, such as {@code [TLS], Protocol, TLSv1.3}
   */
  public static List<String> lines(TlsSettings settings, TlsLedger ledger) {
    return lines(settings.enabled(), ledger.handshakes(), ledger.logins());
  }

  /**
   * Formats the section of several clients.
   *
   * @param enabled true if TLS was asked for
   * @return lines in the form of YCSB's text output, such as {@code [TLS], Protocol, TLSv1.3}
   */
  public static List<String> lines(
      boolean enabled, Map<NegotiatedTls, Long> handshakes, Map<String, Long> logins) {
    TlsSection section = new TlsSection();
    section.line("Enabled", enabled);
    if (enabled) {
      section.negotiated(handshakes);
    }
    logins.forEach((how, count) -> section.line("LogIn", count + " x " + how));
    return List.copyOf(section.lines);
  }

  private void negotiated(Map<NegotiatedTls, Long> handshakes) {
    each("Provider", handshakes, negotiated -> negotiated.provider().id());
    each("Protocol", handshakes, NegotiatedTls::protocol);
    each("CipherSuite", handshakes, NegotiatedTls::cipherSuite);
    each("NamedGroup", handshakes, NegotiatedTls::namedGroup);
    Map<String, Long> outcomes = new LinkedHashMap<>();
    handshakes.forEach((outcome, count) -> outcomes.merge(outcome.summary(), count, Long::sum));
    if (outcomes.size() > 1) {
      outcomes.forEach((outcome, count) -> line("Outcome", count + " x " + outcome));
    }
    count("HandshakesFull", handshakes, negotiated -> !negotiated.resumed());
    count("HandshakesResumed", handshakes, NegotiatedTls::resumed);
    count("HelloRetryRequests", handshakes, NegotiatedTls::helloRetryRequest);
    each("PeerSubject", handshakes, tls -> tls.peer().subject());
    each("PeerIssuer", handshakes, tls -> tls.peer().issuer());
    each("PeerNotAfter", handshakes, tls -> tls.peer().notAfter());
  }

  private void count(
      String fact, Map<NegotiatedTls, Long> handshakes, Predicate<NegotiatedTls> counts) {
    line(
        fact,
        handshakes.entrySet().stream()
            .filter(entry -> counts.test(entry.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum());
  }

  private void each(
      String fact,
      Map<NegotiatedTls, Long> handshakes,
      Function<NegotiatedTls, @Nullable Object> value) {
    handshakes.keySet().stream()
        .map(value)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(distinct -> line(fact, distinct));
  }

  private void line(String fact, @Nullable Object value) {
    lines.add("[TLS], " + fact + ", " + OneLine.escape(String.valueOf(value)));
  }
}
