package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The result of a probe: the content of {@code result.json} and the output of {@code probe --json}.
 * Numbers have their unit in their name.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param assessment a grade, and the remarks behind it
 * @param certificate {@code null} if the server sends no certificate
 * @param clientCertificate the server's policy on client certificates
 * @param protocols one for each from TLS 1.3 to SSL 3.0, newest first
 * @param clients the server's answer to the default hello of each usual client
 * @param connections the number of connections that the probe opened
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

  /** The version of the schema of these records. */
  public static final int SCHEMA_VERSION = 2;

  /**
   * Returns a copy with changed texts of users and other software; the command line, names of this
   * project and figures stay.
   *
   * @param change for example removes passwords
   */
  public ProbeResult withTexts(UnaryOperator<String> change) {
    return new ProbeResult(
        schemaVersion,
        run.withTexts(change),
        server.withTexts(change),
        assessment,
        certificate == null ? null : certificate.withTexts(change),
        clientCertificate,
        protocols,
        clients,
        connections);
  }

  private static @Nullable String changed(@Nullable String text, UnaryOperator<String> change) {
    return text == null ? null : change.apply(text);
  }

  /**
   * A server.
   *
   * @param database {@code mongodb} or {@code mysql}
   * @param host from the URL
   * @param port from the URL, or the database's default
   * @param version as the server reports it before a log-in; {@code null} for MongoDB
   * @param acceptsPlainText true if it also answers without TLS; {@code null} for MySQL, which
   *     reveals that only after a log-in
   * @param description the name of an embedded server; {@code null} for others
   */
  public record Server(
      String database,
      String host,
      int port,
      @Nullable String version,
      @Nullable Boolean acceptsPlainText,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description) {
    /** Returns database, address and version, or an embedded server's name. */
    public String name() {
      return description != null
          ? description
          : Database.of(database).product()
              + (version == null ? "" : " " + version)
              + " on "
              + HostName.withPort(host, port);
    }

    private Server withTexts(UnaryOperator<String> change) {
      return new Server(
          database,
          change.apply(host),
          port,
          changed(version, change),
          acceptsPlainText,
          description);
    }
  }

  /**
   * A server's certificates, and their verification with the given CA.
   *
   * @param trusted true if the chain leads to a trusted authority and is valid now; {@code null} if
   *     unknown
   * @param trustAnchors the CA file, or {@code JVM} for the JVM's own CA certificates
   * @param notTrustedBecause the reason if it is not trusted, or if that is unknown
   * @param hostNameMatches true if the certificate is for the host of the URL; {@code null} if
   *     unknown
   * @param hostNameMismatch the names in the certificate, if it is not for this host
   * @param chain the server's own certificate first
   */
  public record Certificate(
      @Nullable Boolean trusted,
      String trustAnchors,
      @Nullable String notTrustedBecause,
      @Nullable Boolean hostNameMatches,
      @Nullable String hostNameMismatch,
      List<ChainLink> chain) {
    private Certificate withTexts(UnaryOperator<String> change) {
      return new Certificate(
          trusted,
          change.apply(trustAnchors),
          changed(notTrustedBecause, change),
          hostNameMatches,
          changed(hostNameMismatch, change),
          chain.stream().map(link -> link.withTexts(change)).toList());
    }
  }

  /**
   * One certificate.
   *
   * @param subject as in RFC 2253
   * @param issuer as in RFC 2253
   * @param subjectAlternativeNames its host names and addresses
   * @param signatureAlgorithm of its issuer's signature, such as {@code SHA256withRSA}
   * @param sha256Fingerprint of its DER form, in hexadecimal
   */
  public record ChainLink(
      String subject,
      String issuer,
      List<String> subjectAlternativeNames,
      Key key,
      String signatureAlgorithm,
      Validity validity,
      String sha256Fingerprint) {
    private ChainLink withTexts(UnaryOperator<String> change) {
      return new ChainLink(
          change.apply(subject),
          change.apply(issuer),
          subjectAlternativeNames.stream().map(change).toList(),
          key,
          signatureAlgorithm,
          validity,
          sha256Fingerprint);
    }
  }

  /**
   * A public key.
   *
   * @param algorithm such as {@code RSA}, {@code EC}, {@code Ed25519}
   */
  public record Key(String algorithm, int bits) {}

  /**
   * A certificate's validity.
   *
   * @param notBefore its start, UTC, ISO 8601
   * @param notAfter its end, UTC, ISO 8601
   * @param daysLeft whole days until its end; negative if it has expired
   */
  public record Validity(String notBefore, String notAfter, long daysLeft) {}

  /**
   * One protocol.
   *
   * @param protocol in the JDK's spelling, such as {@code TLSv1.3}
   * @param accepted true if the server accepts it
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
      @Nullable Handshakes handshakes) {}

  /**
   * The server's answer to the default hello of a usual client.
   *
   * @param client such as {@code OpenSSL 3.5}
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
   * @param provider the TLS implementation of the client
   * @param cipherSuite as negotiated
   * @param namedGroup as negotiated; {@code null} if there was no ephemeral key exchange
   * @param certificateVerified true if chain and host name were verified, as they are whenever both
   *     are valid
   * @param resumes true if sessions resume; {@code null} if unknown
   * @param samples the number of timed handshakes of each kind
   */
  public record Handshakes(
      String provider,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean certificateVerified,
      @Nullable Boolean resumes,
      int samples,
      Medians medians) {}

  /**
   * Medians of durations.
   *
   * @param tcpConnectMicros the TCP connect before a handshake
   * @param resumedMicros handshakes that resumed a session; {@code null} if none did
   */
  public record Medians(
      double tcpConnectMicros, double fullMicros, @Nullable Double resumedMicros) {}
}
