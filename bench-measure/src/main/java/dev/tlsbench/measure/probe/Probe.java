package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.measure.probe.DriverView.Verdict;
import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.probe.ProbeResult.ClientAnswer;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.ycsb.session.RunProperties;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bouncycastle.tls.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * Probes a server's TLS: its certificates, the protocols, suites and groups that it accepts, and
 * the duration of handshakes.
 *
 * <p>The probe does not log in and does not send user name and password of the URL. A client
 * certificate from URL or properties is used to check certificates and to time handshakes, since a
 * server may require one; offers of protocols, suites and groups do not use it.
 */
public final class Probe {
  /** The default number of timed handshakes of each kind. */
  public static final int DEFAULT_SAMPLES = 5;

  private final ServerAddress server;
  private final @Nullable String description;
  private final TlsSettings.Builder options;
  private final TlsSettings settings;
  private final int samples;

  private Probe(
      ServerAddress server,
      @Nullable String description,
      TlsSettings.Builder options,
      int samples) {
    this.server = server;
    this.description = description;
    this.options = options;
    this.settings = options.build();
    this.samples = samples;
  }

  /**
   * Prepares a probe; nothing is connected yet.
   *
   * @param target the server; the first one if its URL names several. The URL need not ask for TLS.
   *     Its properties {@code tls.caFile}, {@code tls.certificateKeyFile}, {@code tls.provider} and
   *     {@code tls.handshakeTimeoutMs}, the limit of each attempt, are used
   * @param unknown a name for a server of which only TLS is known; {@code null} for others
   * @param samples the number of timed handshakes of each kind; 0 for none
   * @param messages receives messages, line by line
   * @throws InvalidSettingException if URL or properties are wrong
   */
  public static Probe of(
      Target target, @Nullable String unknown, int samples, Consumer<String> messages) {
    if (samples < 0) {
      throw new InvalidSettingException(
          "--handshakes: " + samples + " is negative; give 0 or more");
    }
    DatabaseUrl url = Database.ofUrl(target.url()).parse(target.url());
    List<HostAddress> hosts = url.hosts();
    if (hosts.get(0).port() == 0) {
      throw new InvalidSettingException(
          "URL: "
              + url
              + " stands for a list of servers, but only one can be probed at a time;"
              + " write a URL with host and port of one of them");
    }
    if (hosts.size() > 1) {
      messages.accept(
          "the URL names " + hosts.size() + " servers; probing the first, " + hosts.get(0));
    }
    TlsSettings.Builder options = url.tls();
    TlsOption.override(RunProperties.strings(target.properties()), options);
    return new Probe(
        new ServerAddress(url.kind(), hosts.get(0)),
        target.description().orElse(null),
        options.enabled(true),
        samples);
  }

  /**
   * Probes, with some seventy connections one after the other.
   *
   * @param command the command line, without secrets
   * @throws ConnectFailedException if the server cannot be reached, is plain, or does not answer
   * @throws InvalidSettingException if a file of the settings cannot be used
   */
  public ProbeResult run(String command) throws ConnectFailedException {
    Instant started = Instant.now();
    Instant now = started.truncatedTo(ChronoUnit.SECONDS);
    HandshakeProbe handshakeProbe = new HandshakeProbe(server, settings.handshakeTimeout());
    Scan scan = new Scan(handshakeProbe);
    scan.run();
    ClientCertificate wanted = scan.clientCertificate();
    DriverView driver = new DriverView(server, options, wanted);
    Verdict chain = driver.chain();
    Verdict hostName = driver.hostName();
    boolean verify = chain.isYes() && hostName.isYes();
    List<Protocol> protocols = new ArrayList<>();
    for (Scan.Found found : scan.found()) {
      protocols.add(protocol(found, driver, verify));
    }
    List<ClientAnswer> clients = scan.clients();
    Boolean plainText = handshakeProbe.answersPlainText();
    List<String> notes = new ArrayList<>(scan.notes());
    notes.addAll(driver.notes());
    int connections = handshakeProbe.connections() + driver.connections();
    if (!server.address().isLocal()) {
      server.database().noteOfProbe(connections).ifPresent(notes::add);
    }
    Certificate certificate =
        scan.chain().isEmpty() ? null : certificate(scan, chain, hostName, now);
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        RunRecord.of(
            command, now, Duration.between(started, Instant.now()), true, List.of(), notes),
        new ProbeResult.Server(
            server.database().id(),
            server.address().host(),
            server.address().port(),
            handshakeProbe.version(),
            plainText,
            description),
        Assessment.of(protocols, certificate, plainText, now),
        certificate,
        wanted,
        List.copyOf(protocols),
        clients,
        connections);
  }

  private Protocol protocol(Scan.Found found, DriverView driver, boolean verify) {
    String name = Candidates.name(found.protocol());
    boolean timed =
        found.accepted()
            && samples > 0
            && !found.protocol().isEarlierVersionOf(ProtocolVersion.TLSv12);
    return new Protocol(
        name,
        found.accepted(),
        found.suites(),
        found.groups(),
        found.retriesX25519(),
        timed ? driver.time(name, verify, samples) : null);
  }

  private Certificate certificate(Scan scan, Verdict chain, Verdict hostName, Instant now) {
    return new Certificate(
        chain.holds(),
        settings.trust().caFile().map(Object::toString).orElse("JVM"),
        chain.reason(),
        hostName.holds(),
        hostName.reason(),
        CertificateChain.describe(scan.chain(), now));
  }
}
