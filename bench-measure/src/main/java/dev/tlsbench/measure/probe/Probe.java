package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.probe.DriverView.Verdict;
import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.ycsb.session.RunProperties;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.bouncycastle.tls.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * Probes a server's TLS: its certificates, the protocols, suites and groups that it accepts, and
 * the duration of handshakes.
 *
 * <p>User name and password are sent only if URL or properties have both, and only to a server that
 * decides after a log-in whether it lets plain text in: first over TLS with all checks, then
 * without TLS, and never as they are. A client certificate from URL or properties is used to check
 * certificates and to time handshakes, since a server may require one; offers of protocols, suites
 * and groups do not use it.
 */
public final class Probe {
  /** The default number of timed handshakes of each kind. */
  public static final int DEFAULT_SAMPLES = 5;

  private Probe() {}

  /**
   * Probes, with some seventy connections one after the other.
   *
   * @param target the server; the first one if its URL names several. The URL need not ask for TLS.
   *     Its properties {@code tls.caFile}, {@code tls.certificateKeyFile}, {@code tls.provider} and
   *     {@code tls.handshakeTimeoutMs}, the limit of each attempt, are used
   * @param unknown a name for a server of which only TLS is known; {@code null} for others
   * @param samples the number of timed handshakes of each kind; 0 for none
   * @throws ConnectFailedException if the server cannot be reached, is plain, or does not answer
   * @throws InvalidSettingException if a file of the settings cannot be used
   */
  public static ProbeResult run(
      String command,
      Target target,
      @Nullable String unknown,
      int samples,
      Consumer<String> messages,
      UnaryOperator<String> hide)
      throws ConnectFailedException {
    if (samples < 0) {
      throw new InvalidSettingException(
          "--handshakes: " + samples + " is negative; give 0 or more");
    }
    DatabaseUrl url = Database.ofUrl(target.url()).parse(target.url());
    ServerAddress server = server(url, messages);
    TlsSettings.Builder options = url.tls();
    TlsOption.override(RunProperties.strings(target.properties()), options);
    options.enabled(true);
    Instant started = Instant.now();
    Instant now = started.truncatedTo(ChronoUnit.SECONDS);
    TlsSettings settings = options.build();
    HandshakeProbe handshakeProbe = new HandshakeProbe(server, settings.handshakeTimeout());
    Scan scan = new Scan(handshakeProbe);
    scan.run();
    ClientCertificate wanted = scan.clientCertificate();
    DriverView driver = new DriverView(server, options, wanted);
    Verdict chain = driver.chain();
    Verdict hostName = driver.hostName();
    boolean verify = chain.isYes() && hostName.isYes();
    List<ProbeResult.Protocol> protocols = new ArrayList<>();
    scan.found()
        .forEach(
            (version, found) ->
                protocols.add(
                    samples > 0
                            && found.accepted()
                            && !version.isEarlierVersionOf(ProtocolVersion.TLSv12)
                        ? found.timed(driver.time(found.protocol(), verify, samples))
                        : found));
    List<ProbeResult.ClientAnswer> clients = scan.clients();
    Boolean plainText = handshakeProbe.answersPlainText();
    List<String> notes = new ArrayList<>(scan.notes());
    notes.addAll(driver.notes());
    int connections = handshakeProbe.connections() + driver.connections();
    if (plainText == null) {
      try {
        plainText =
            MeasuredDatabase.of(url.kind())
                .letsPlainTextIn(target.properties(), settings)
                .orElse(null);
      } catch (ConnectFailedException e) {
        messages.accept("plain text was not checked: " + e.getMessage());
      }
    }
    if (!server.address().isLocal()) {
      server.database().noteOfProbe(connections).ifPresent(notes::add);
    }
    Certificate certificate =
        scan.chain().isEmpty()
            ? null
            : new Certificate(
                chain.holds(),
                settings.trust().caFile().map(Object::toString).map(hide).orElse("JVM"),
                hidden(chain.reason(), hide),
                hostName.holds(),
                hidden(hostName.reason(), hide),
                CertificateChain.describe(scan.chain(), now, hide));
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        RunRecord.of(
            command,
            now,
            Duration.between(started, Instant.now()),
            true,
            List.of(),
            notes.stream().map(hide).toList()),
        new ProbeResult.Server(
            server.database().id(),
            hide.apply(server.address().host()),
            server.address().port(),
            hidden(handshakeProbe.version(), hide),
            plainText,
            unknown == null ? target.description().orElse(null) : unknown),
        Assessment.of(protocols, certificate, plainText, now),
        certificate,
        wanted,
        List.copyOf(protocols),
        clients,
        connections);
  }

  private static ServerAddress server(DatabaseUrl url, Consumer<String> messages) {
    List<HostAddress> hosts = url.hosts();
    if (hosts.get(0).port() == 0) {
      throw new InvalidSettingException(
          ("URL: %s stands for a list of servers, but only one can be probed at a "
                  + "time; write a URL with host and port of one of them")
              .formatted(url));
    }
    if (hosts.size() > 1) {
      messages.accept(
          "the URL names " + hosts.size() + " servers; probing the first, " + hosts.get(0));
    }
    return new ServerAddress(url.kind(), hosts.get(0));
  }

  private static @Nullable String hidden(@Nullable String text, UnaryOperator<String> hide) {
    return text == null ? null : hide.apply(text);
  }
}
