package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a probe: the content of {@code result.json} and the output of {@code probe --json}.
 * Numbers have their unit in their name.
 *
 * @param certificate {@code null} if the server sends no certificate
 * @param protocols one for each from TLS 1.3 to SSL 3.0, newest first
 * @param connections without user name and password
 */
public record ProbeResult(
    int schemaVersion,
    RunRecord run,
    Server server,
    Assessment assessment,
    @Nullable Certificate certificate,
    ClientCertificate clientCertificate,
    List<Protocol> protocols,
    List<ClientAnswer> clients,
    int connections) {

  public static final int SCHEMA_VERSION = 2;

  public ProbeResult with(RunRecord other) {
    return new ProbeResult(
        schemaVersion,
        other,
        server,
        assessment,
        certificate,
        clientCertificate,
        protocols,
        clients,
        connections);
  }

  /**
   * A server.
   *
   * @param port from the URL, or the database's default
   * @param version as the server reports it before a log-in; {@code null} for MongoDB
   * @param acceptsPlainText true if it lets plain text in, too; {@code null} if unknown, as for
   *     MySQL and PostgreSQL, which reveal it only after a log-in, without one
   * @param description the name of an embedded server, or of one whose protocol is unknown; {@code
   *     null} for others
   */
  public record Server(
      String database,
      String host,
      int port,
      @Nullable String version,
      @Nullable Boolean acceptsPlainText,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description) {
    public String name() {
      return description != null
          ? description
          : Database.of(database).product()
              + (version == null ? "" : " " + version)
              + " on "
              + HostName.withPort(host, port);
    }
  }

  /**
   * A server's certificates, and their verification with the given CA.
   *
   * @param trusted true if the chain leads to a trusted authority and is valid now; {@code null} if
   *     unknown
   * @param trustAnchors the CA file, or {@code JVM} for the JVM's own CA certificates
   * @param hostNameMatches true if the certificate is for the host of the URL; {@code null} if
   *     unknown
   */
  public record Certificate(
      @Nullable Boolean trusted,
      String trustAnchors,
      @Nullable String notTrustedBecause,
      @Nullable Boolean hostNameMatches,
      @Nullable String hostNameMismatch,
      List<ChainLink> chain) {}

  /**
   * One certificate.
   *
   * @param subject as in RFC 2253
   * @param signatureAlgorithm of its issuer's signature, such as {@code SHA256withRSA}
   */
  public record ChainLink(
      String subject,
      String issuer,
      List<String> subjectAlternativeNames,
      Key key,
      String signatureAlgorithm,
      Validity validity,
      String sha256Fingerprint) {}

  public record Key(String algorithm, int bits) {}

  /** A certificate's validity, with whole days until its end; negative if it has expired. */
  public record Validity(String notBefore, String notAfter, long daysLeft) {}

  /**
   * One protocol.
   *
   * @param protocol in the JDK's spelling, such as {@code TLSv1.3}
   * @param cipherSuites IANA names, in the order in which the server chose them
   * @param namedGroups IANA names, in the order in which the server chose them; elliptic curves
   *     only under TLS 1.2, empty before
   * @param helloRetryRequest true if the server requests another key share from a client that
   *     offers all groups with a key share for x25519, which costs one more round trip; {@code
   *     null} before TLS 1.3
   * @param handshakes {@code null} if none were timed
   */
  public record Protocol(
      String protocol,
      boolean accepted,
      List<String> cipherSuites,
      List<String> namedGroups,
      @Nullable Boolean helloRetryRequest,
      @Nullable Handshakes handshakes) {
    Protocol timed(@Nullable Handshakes times) {
      return new Protocol(protocol, accepted, cipherSuites, namedGroups, helloRetryRequest, times);
    }
  }

  /**
   * The server's answer to the default hello of a usual client.
   *
   * @param asOf the month of the facts about the client, such as {@code 2026-11}
   * @param protocol in the JDK's spelling; {@code null} if the server refused
   * @param cipherSuite its IANA name; {@code null} if the server refused
   * @param namedGroup its IANA name; {@code null} without an ephemeral key exchange
   * @param helloRetryRequest true if the server requested another key share, which costs a round
   *     trip; {@code null} if it refused
   * @param refused the name of its alert, {@code no answer} or {@code connection closed}; {@code
   *     null} if it accepted
   */
  public record ClientAnswer(
      String client,
      String asOf,
      @Nullable String protocol,
      @Nullable String cipherSuite,
      @Nullable String namedGroup,
      @Nullable Boolean helloRetryRequest,
      @Nullable String refused) {}

  /**
   * Handshakes of a client like the drivers', for one protocol.
   *
   * @param namedGroup as negotiated; {@code null} if there was no ephemeral key exchange
   * @param certificateVerified true if chain and host name were verified, as they are whenever both
   *     are valid
   * @param resumes true if sessions resume; {@code null} if unknown
   */
  public record Handshakes(
      String provider,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean certificateVerified,
      @Nullable Boolean resumes,
      int samples,
      Medians medians) {}

  /** Medians of durations; {@code null} if no handshake resumed a session. */
  public record Medians(
      double tcpConnectMicros, double fullMicros, @Nullable Double resumedMicros) {}
}
