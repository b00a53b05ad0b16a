package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.probe.ProbeResult.ClientAnswer;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bouncycastle.tls.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * Determines by trial the protocols, suites and groups that a server accepts.
 *
 * <p>It offers all suites of a protocol and removes the server's choice from the offer, until the
 * server refuses; then it does the same with groups. So each suite found was negotiated and the
 * rest refused, with hardly more connections than suites found. Few connections matter, because a
 * MySQL server counts connections that end before a log-in, and blocks a host after 100 of them
 * ({@code max_connect_errors}).
 *
 * <p>Not safe for use by several threads.
 */
final class Scan {
  /** The group for which nearly every client sends a key share. */
  private static final String USUAL_KEY_SHARE = "x25519";

  private static final List<String> USUAL_KEY_SHARES = List.of(USUAL_KEY_SHARE, "secp256r1");

  private final HandshakeProbe handshakeProbe;
  private final Map<ProtocolVersion, Protocol> found = new LinkedHashMap<>();
  private final Set<String> notes = new TreeSet<>();
  private List<X509Certificate> chain = List.of();
  private boolean certificateRequested;
  private boolean protocolRefused;

  Scan(HandshakeProbe handshakeProbe) {
    this.handshakeProbe = handshakeProbe;
  }

  void run() throws ConnectFailedException {
    checkThatItSpeaksTls();
    for (ProtocolVersion protocol : Candidates.PROTOCOLS) {
      List<String> suites = suites(protocol);
      boolean isAccepted = !suites.isEmpty();
      boolean isTls13 = isAccepted && protocol.equals(ProtocolVersion.TLSv13);
      boolean isTls12 = isAccepted && protocol.equals(ProtocolVersion.TLSv12);
      found.put(
          protocol,
          new Protocol(
              Candidates.name(protocol),
              isAccepted,
              suites,
              isTls13 ? groupsOfTls13(suites) : isTls12 ? groupsOfTls12(suites) : List.of(),
              isTls13
                  ? offer(protocol, suites, groupsOf(protocol), List.of(USUAL_KEY_SHARE))
                          .flight()
                          .retryGroup()
                      != null
                  : null,
              null));
    }
    if (found.values().stream().noneMatch(Protocol::accepted)) {
      throw handshakeProbe
          .server()
          .failed(
              "the server speaks TLS, but accepts nothing that was offered, from SSLv3 to TLSv1.3;"
                  + " its log may say why",
              null);
    }
  }

  Map<ProtocolVersion, Protocol> found() {
    return found;
  }

  List<X509Certificate> chain() {
    return chain;
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  ClientCertificate clientCertificate() throws ConnectFailedException {
    if (!certificateRequested) {
      return ClientCertificate.NOT_REQUESTED;
    }
    List<ProtocolVersion> accepted = new ArrayList<>(found.keySet());
    accepted.removeIf(protocol -> suitesOf(protocol).isEmpty());
    ProtocolVersion best =
        Stream.of(ProtocolVersion.TLSv12, ProtocolVersion.TLSv13)
            .filter(accepted::contains)
            .findFirst()
            .orElse(accepted.get(accepted.size() - 1));
    ServerAnswer answer = offer(best, suitesOf(best), groupsOf(best), USUAL_KEY_SHARES);
    return answer.completed() && !answer.turnedAway()
        ? ClientCertificate.OPTIONAL
        : ClientCertificate.REQUIRED;
  }

  private List<String> suitesOf(ProtocolVersion protocol) {
    return Objects.requireNonNull(found.get(protocol)).cipherSuites();
  }

  /** Sends the default hello of each usual client, and the same hello only once. */
  List<ClientAnswer> clients() throws ConnectFailedException {
    Map<TrialHello, ServerAnswer> answers = new HashMap<>();
    List<ClientAnswer> all = new ArrayList<>();
    for (UsualClient client : UsualClient.all()) {
      ServerAnswer answer = answers.get(client.offer());
      if (answer == null) {
        answer = handshakeProbe.offer(client.offer());
        answers.put(client.offer(), answer);
      }
      all.add(client.answered(answer));
    }
    return List.copyOf(all);
  }

  private void checkThatItSpeaksTls() throws ConnectFailedException {
    List<String> suites = new ArrayList<>(Candidates.suites(ProtocolVersion.TLSv13).get(0));
    suites.addAll(Candidates.suites(ProtocolVersion.TLSv12).get(0));
    ServerAnswer first =
        handshakeProbe.offer(
            new TrialHello(
                List.of(ProtocolVersion.TLSv13, ProtocolVersion.TLSv12),
                suites,
                groupsOf(ProtocolVersion.TLSv13),
                USUAL_KEY_SHARES));
    note(first);
    if (first.flight().tls()) {
      return;
    }
    ServerAddress server = handshakeProbe.server();
    if (first.timedOut()) {
      throw server.failed(
          "the server accepted the connection but did not answer a TLS handshake within "
              + handshakeProbe.timeout().toMillis()
              + " ms; check that it speaks TLS on this port, or allow more time"
              + " (tls.handshakeTimeoutMs)",
          null);
    }
    throw server.failed(
        Boolean.TRUE.equals(handshakeProbe.answersPlainText())
            ? ("the server speaks %s here in plain text only, without TLS; switch TLS "
                    + "on, or name its TLS port")
                .formatted(server.database().product())
            : "the server does not speak TLS on this port; check the port, and that TLS is switched"
                + " on",
        null);
  }

  private List<String> suites(ProtocolVersion protocol) throws ConnectFailedException {
    List<String> accepted = new ArrayList<>();
    for (List<String> list : Candidates.suites(protocol)) {
      accepted.addAll(
          choices(
              list,
              left ->
                  offer(protocol, left, groupsOf(protocol), USUAL_KEY_SHARES)
                      .flight()
                      .cipherSuite()));
      if (protocolRefused) {
        break;
      }
    }
    return accepted;
  }

  /**
   * Finds the groups of TLS 1.3: without any key share the server must name the group that it
   * requires.
   */
  private List<String> groupsOfTls13(List<String> suites) throws ConnectFailedException {
    return choices(
        Candidates.GROUPS_OF_TLS13,
        left -> offer(ProtocolVersion.TLSv13, suites, left, List.of()).flight().retryGroup());
  }

  /**
   * Finds the groups of TLS 1.2. Before TLS 1.3 the list of groups limits the curve of an ECDSA
   * certificate as well (RFC 8422, section 5.1.1): so this curve stays at the end of the offer
   * until the server chooses it.
   */
  private List<String> groupsOfTls12(List<String> suites) throws ConnectFailedException {
    List<String> ephemeral =
        suites.stream().filter(suite -> suite.startsWith("TLS_ECDHE_")).toList();
    if (ephemeral.isEmpty()) {
      return List.of();
    }
    List<String> curves = new ArrayList<>(Candidates.CURVES_OF_TLS12);
    String ofCertificate = curveOfCertificate();
    if (ofCertificate != null && curves.remove(ofCertificate)) {
      curves.add(ofCertificate);
    }
    return choices(
        curves,
        left -> offer(ProtocolVersion.TLSv12, ephemeral, left, List.of()).flight().namedGroup());
  }

  /** Returns the server's choices; each next one from the offer without the previous choices. */
  private List<String> choices(List<String> all, Choice server) throws ConnectFailedException {
    List<String> left = new ArrayList<>(all);
    List<String> chosen = new ArrayList<>();
    while (!left.isEmpty()) {
      String choice = server.of(left);
      if (choice == null) {
        break;
      }
      if (!left.remove(choice)) {
        notes.add(
            "The server chose something that had not been offered; the scan of it ended there.");
        break;
      }
      chosen.add(choice);
    }
    return List.copyOf(chosen);
  }

  private @Nullable String curveOfCertificate() {
    if (chain.isEmpty() || !(chain.get(0).getPublicKey() instanceof ECKey key)) {
      return null;
    }
    return switch (key.getParams().getCurve().getField().getFieldSize()) {
      case 256 -> "secp256r1";
      case 384 -> "secp384r1";
      case 521 -> "secp521r1";
      default -> null;
    };
  }

  private ServerAnswer offer(
      ProtocolVersion protocol, List<String> suites, List<String> groups, List<String> shares)
      throws ConnectFailedException {
    ServerAnswer answer =
        handshakeProbe
            .offer(new TrialHello(List.of(protocol), suites, groups, shares))
            .of(protocol);
    note(answer);
    protocolRefused = "protocol_version".equals(answer.flight().alert());
    if (answer.timedOut() && !answer.accepted()) {
      notes.add(
          "%s: the server kept silent for %s ms, which counts as refused."
              .formatted(Candidates.name(protocol), handshakeProbe.timeout().toMillis()));
    }
    return answer;
  }

  private void note(ServerAnswer answer) {
    if (chain.isEmpty()) {
      chain = answer.chain();
    }
    certificateRequested |= answer.certificateRequested();
  }

  private static List<String> groupsOf(ProtocolVersion protocol) {
    if (protocol.equals(ProtocolVersion.TLSv13)) {
      return Candidates.GROUPS_OF_TLS13;
    }
    List<String> groups = new ArrayList<>(Candidates.CURVES_OF_TLS12);
    groups.addAll(
        Candidates.GROUPS_OF_TLS13.stream().filter(group -> group.startsWith("ffdhe")).toList());
    return groups;
  }

  /** Sends an offer, and returns the server's choice; {@code null} if it refused. */
  private interface Choice {
    @Nullable String of(List<String> offered) throws ConnectFailedException;
  }
}
