package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.tls.UnsupportedTlsException;
import dev.tlsbench.measure.probe.ProbeResult.Handshakes;
import java.security.cert.CertificateException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A server as the drivers of this project see it: trust, host name and duration of handshakes.
 * Counts its connections. Not safe for use by several threads.
 */
final class DriverView {
  /** The server has ended the handshake. */
  private static final Set<Reason> OF_SERVER =
      EnumSet.of(Reason.CLIENT_CERTIFICATE_REFUSED, Reason.HANDSHAKE);

  private static final double NANOS_PER_MICRO = 1000;
  private static final double MEDIAN = 50;

  private final ServerAddress server;
  private final TlsSettings.Builder options;
  private final ClientCertificate wanted;
  private final Set<String> notes = new TreeSet<>();
  private int connections;

  /**
   * @param options the options of the URL, not changed; protocols, suites, groups and disabled
   *     checks are ignored
   */
  DriverView(ServerAddress server, TlsSettings.Builder options, ClientCertificate wanted) {
    this.server = server;
    this.options = options.copy().cipherSuites(List.of()).namedGroups(List.of());
    this.wanted = wanted;
  }

  /** The outcome of a check; {@code null} if unknown. */
  record Verdict(@Nullable Boolean holds, @Nullable String reason) {
    boolean isYes() {
      return Boolean.TRUE.equals(holds);
    }
  }

  int connections() {
    return connections;
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Checks the chain's trust, for any host. */
  Verdict chain() {
    return check(options.copy().allowInvalidCertificates(false).allowInvalidHostnames(true));
  }

  /** Checks that the certificate is for this host, from any issuer. */
  Verdict hostName() {
    TlsSettings.Builder anyIssuer = options.copy().allowInvalidCertificates(true);
    Verdict verdict = check(anyIssuer.allowInvalidHostnames(false));
    boolean otherReason =
        Boolean.FALSE.equals(verdict.holds())
            && !check(anyIssuer.allowInvalidHostnames(true)).isYes();
    return otherReason ? new Verdict(null, verdict.reason()) : verdict;
  }

  /** Times handshakes; {@code null}, with a note, if this client lacks the protocol. */
  @Nullable Handshakes time(String protocol, boolean verify, int samples) {
    if (wanted == ClientCertificate.REQUIRED
        && options.build().identity().certificateFile().isEmpty()) {
      notes.add(
          "No handshakes were timed: the server requires a client certificate; name one with"
              + " tls.certificateKeyFile.");
      return null;
    }
    TlsSettings.Builder asked =
        options
            .copy()
            .protocols(List.of(protocol))
            .allowInvalidCertificates(!verify)
            .allowInvalidHostnames(!verify);
    try {
      connect(asked.resumption(false).build(), 1);
      TlsLedger full = connect(asked.resumption(false).build(), samples);
      NegotiatedTls negotiated = full.handshakes().keySet().iterator().next();
      TlsLedger again = again(asked, protocol, samples);
      return new Handshakes(
          options.build().provider().id(),
          negotiated.cipherSuite(),
          negotiated.namedGroup(),
          verify,
          again == null ? null : again.resumedHandshakes() > 0,
          samples,
          new ProbeResult.Medians(
              median(full.tcpConnectNanos()),
              median(full.fullHandshakeNanos()),
              again == null || again.resumedHandshakes() == 0
                  ? null
                  : median(again.resumedHandshakeNanos())));
    } catch (ConnectFailedException | InvalidSettingException e) {
      notes.add(protocol + " handshakes were not timed: " + reason(e) + ".");
      return null;
    }
  }

  /** Times resumption, after one full handshake; {@code null} if this client cannot resume. */
  private @Nullable TlsLedger again(TlsSettings.Builder asked, String protocol, int samples)
      throws ConnectFailedException {
    try {
      return connect(asked.resumption(true).build(), samples + 1);
    } catch (InvalidSettingException e) {
      notes.add(protocol + " resumption was not tried: " + e.getMessage() + ".");
      return null;
    }
  }

  private Verdict check(TlsSettings.Builder asked) {
    try {
      connect(usable(asked.resumption(false)).build(), 1);
      return new Verdict(true, null);
    } catch (UnsupportedTlsException e) {
      return new Verdict(null, e.getMessage());
    } catch (ConnectFailedException e) {
      if (Causes.find(e, CertificateException.class).isPresent()) {
        return new Verdict(false, reason(e));
      }
      // The client verifies the server's certificate before the server notices that the client has
      // none.
      return wanted == ClientCertificate.REQUIRED && OF_SERVER.contains(e.reason())
          ? new Verdict(true, null)
          : new Verdict(null, reason(e));
    }
  }

  /**
   * Leaves out the protocols that this client cannot offer in this JVM, unless it can offer none.
   */
  private static TlsSettings.Builder usable(TlsSettings.Builder asked) {
    List<String> protocols =
        asked.build().offer().protocols().stream()
            .filter(protocol -> isOffered(asked.copy().protocols(List.of(protocol))))
            .toList();
    return protocols.isEmpty() ? asked : asked.protocols(protocols);
  }

  private static boolean isOffered(TlsSettings.Builder asked) {
    try {
      TlsContext.open(asked.build(), new TlsLedger()).close();
      return true;
    } catch (UnsupportedTlsException e) {
      return false;
    }
  }

  private TlsLedger connect(TlsSettings asked, int count) throws ConnectFailedException {
    TlsLedger ledger = new TlsLedger();
    try (TlsContext context = TlsContext.open(asked, ledger)) {
      connections += count;
      for (int i = 0; i < count; i++) {
        DriverLikeClient.connect(server, asked, context);
      }
    }
    return ledger;
  }

  private String reason(Exception e) {
    String message = String.valueOf(e.getMessage());
    String prefix = server + ": ";
    return message.startsWith(prefix) ? message.substring(prefix.length()) : message;
  }

  private static double median(Histogram nanos) {
    return nanos.getValueAtPercentile(MEDIAN) / NANOS_PER_MICRO;
  }
}
