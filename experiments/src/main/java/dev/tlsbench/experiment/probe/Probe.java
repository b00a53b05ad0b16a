package dev.tlsbench.experiment.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsProperties;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.experiment.probe.DriverView.Verdict;
import dev.tlsbench.experiment.probe.ProbeResult.Certificate;
import dev.tlsbench.experiment.probe.ProbeResult.Protocol;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.ycsb.Binding;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * Finds out what TLS a server offers: its certificates, the protocols, suites and groups that it
 * accepts, and how long handshakes take.
 *
 * <p>Nobody logs in: the user name and the password of the URL stay here. A client certificate that
 * URL or properties name is shown when certificates are checked and handshakes timed, since a
 * server may let nobody in without; the tries of protocols, suites and groups do without it.
 */
public final class Probe {
  /** How many handshakes of each kind are timed unless somebody says otherwise. */
  public static final int DEFAULT_SAMPLES = 5;

  private final ServerAddress server;
  private final TlsSettings settings;
  private final int samples;

  private Probe(ServerAddress server, TlsSettings settings, int samples) {
    this.server = server;
    this.settings = settings;
    this.samples = samples;
  }

  /**
   * Gets ready. Nothing is connected yet.
   *
   * @param target the server; of several hosts in its URL the first one. TLS need not be asked for.
   *     Its properties {@code tls.caFile}, {@code tls.certificateKeyFile}, {@code tls.provider} and
   *     {@code tls.handshakeTimeoutMs}, the limit of each try, are used
   * @param samples how many handshakes of each kind to time; 0 for none
   * @param messages takes what people are told, line by line
   * @return a probe
   * @throws InvalidSettingException if URL or properties are wrong
   */
  public static Probe of(Target target, int samples, Consumer<String> messages) {
    if (samples < 0) {
      throw new InvalidSettingException(
          "--handshakes: " + samples + " is negative; give 0 or more");
    }
    boolean mySql = target.binding() == Binding.MYSQL;
    List<String> hosts;
    TlsSettings.Builder settings;
    if (mySql) {
      MySqlUrl url = MySqlUrl.parse(target.url());
      hosts = url.hosts();
      settings = url.tls();
    } else {
      MongoUrl url = MongoUrl.parse(target.url());
      if (target.url().startsWith("mongodb+srv:")) {
        throw new InvalidSettingException(
            "URL: mongodb+srv stands for several servers, and one is probed at a time; write"
                + " mongodb://host:port/?tls=true with one of them");
      }
      hosts = url.hosts();
      settings = url.tls();
    }
    if (hosts.size() > 1) {
      messages.accept(
          "the URL names " + hosts.size() + " servers; probing the first, " + hosts.get(0));
    }
    TlsProperties.override(strings(target.properties()), settings);
    return new Probe(
        ServerAddress.of(target.binding(), hosts.get(0)), settings.enabled(true).build(), samples);
  }

  /**
   * Probes, with some fifty connections one after the other.
   *
   * @return what was found
   * @throws ConnectFailedException if the server cannot be reached, is plain, or keeps silent
   * @throws InvalidSettingException if a file of the settings cannot be used
   */
  public ProbeResult run() throws ConnectFailedException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Knock knock = new Knock(server, settings.handshakeTimeout());
    Scan scan = new Scan(knock);
    scan.run();
    ClientCertificate wanted = scan.clientCertificate();
    DriverView driver = new DriverView(server, settings, wanted);
    Verdict chain = driver.chain();
    Verdict hostName = driver.hostName();
    boolean verify = chain.isYes() && hostName.isYes();
    List<Protocol> protocols = new ArrayList<>();
    for (Scan.Found found : scan.found()) {
      protocols.add(protocol(found, driver, verify));
    }
    Boolean plainText = knock.answersPlainText();
    List<String> notes = new ArrayList<>(scan.notes());
    notes.addAll(driver.notes());
    int connections = knock.connections() + driver.connections();
    if (server.binding() == Binding.MYSQL && !server.isLocal()) {
      notes.add(
          "The server counts these "
              + connections
              + " connections without a log-in against this host's max_connect_errors (100 unless"
              + " it is set); a log-in from here sets the count back.");
    }
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        now.toString(),
        new ProbeResult.Server(
            server.binding() == Binding.MYSQL ? "mysql" : "mongodb",
            server.host(),
            server.port(),
            knock.version(),
            plainText),
        scan.chain().isEmpty() ? null : certificate(scan, chain, hostName, now),
        wanted,
        List.copyOf(protocols),
        connections,
        List.copyOf(notes));
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
        settings.caFile().map(Object::toString).orElse("JVM"),
        chain.reason(),
        hostName.holds(),
        hostName.reason(),
        CertificateChain.describe(scan.chain(), now));
  }

  private static Map<String, String> strings(Properties properties) {
    Map<String, String> strings = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> strings.put(n, properties.getProperty(n)));
    return strings;
  }
}
