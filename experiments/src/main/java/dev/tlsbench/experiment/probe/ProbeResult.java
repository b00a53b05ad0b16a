package dev.tlsbench.experiment.probe;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a probe found: all of {@code result.json} and {@code probe --json}. Numbers have their unit
 * in their name.
 *
 * @param schemaVersion 1
 * @param time when it was found, in UTC, as ISO 8601
 * @param server which server it was
 * @param certificate what the server shows; {@code null} if it shows no certificate
 * @param clientCertificate what it wants to see of its clients
 * @param protocols one for each from TLS 1.3 to SSL 3.0, newest first
 * @param connections how many connections the probe made
 * @param notes what a reader has to know, one sentence each
 */
public record ProbeResult(
    int schemaVersion,
    String time,
    Server server,
    @Nullable Certificate certificate,
    ClientCertificate clientCertificate,
    List<Protocol> protocols,
    int connections,
    List<String> notes) {

  /** The version of the schema that these records are written by. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * Changes what users and other software said, and neither names of ours nor figures.
   *
   * @param change takes passwords out, for one
   * @return a result with its texts changed
   */
  public ProbeResult withTexts(UnaryOperator<String> change) {
    return new ProbeResult(
        schemaVersion,
        time,
        server.withTexts(change),
        certificate == null ? null : certificate.withTexts(change),
        clientCertificate,
        protocols,
        connections,
        notes.stream().map(change).toList());
  }

  private static @Nullable String changed(@Nullable String text, UnaryOperator<String> change) {
    return text == null ? null : change.apply(text);
  }

  /**
   * A server.
   *
   * @param database {@code mongodb} or {@code mysql}
   * @param host as the URL has it
   * @param port as the URL has it, or the database's usual one
   * @param version what the server calls itself before a log-in; {@code null} for MongoDB
   * @param acceptsPlainText whether it answers without TLS, too; {@code null} for MySQL, which
   *     tells only who logs in
   */
  public record Server(
      String database,
      String host,
      int port,
      @Nullable String version,
      @Nullable Boolean acceptsPlainText) {
    /** Database, address and version. */
    public String name() {
      return database + " on " + host + " port " + port + (version == null ? "" : ", " + version);
    }

    private Server withTexts(UnaryOperator<String> change) {
      return new Server(
          database, change.apply(host), port, changed(version, change), acceptsPlainText);
    }
  }

  /**
   * What a server shows, and what a client with the given CA makes of it.
   *
   * @param trusted whether the chain leads to a trusted authority and is valid now; {@code null} if
   *     that could not be found out
   * @param trustAnchors the CA file, or {@code JVM} for the JVM's own CA certificates
   * @param notTrustedBecause the reason if it is not trusted, or why that is unknown
   * @param hostNameMatches whether the certificate is for the host of the URL; {@code null} if that
   *     could not be found out
   * @param hostNameMismatch the names that it is for, if it is not for this host
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
   * @param subjectAlternativeNames host names and addresses that it is for
   * @param keyAlgorithm such as {@code RSA}, {@code EC}, {@code Ed25519}
   * @param keyBits the size of the key
   * @param signatureAlgorithm how its issuer signed it, such as {@code SHA256withRSA}
   * @param notBefore when it starts to be valid, in UTC, as ISO 8601
   * @param notAfter when it ends, in UTC, as ISO 8601
   * @param daysLeft whole days until then; negative if it has expired
   * @param sha256Fingerprint of its DER form, in hexadecimal
   */
  public record ChainLink(
      String subject,
      String issuer,
      List<String> subjectAlternativeNames,
      String keyAlgorithm,
      int keyBits,
      String signatureAlgorithm,
      String notBefore,
      String notAfter,
      long daysLeft,
      String sha256Fingerprint) {
    private ChainLink withTexts(UnaryOperator<String> change) {
      return new ChainLink(
          change.apply(subject),
          change.apply(issuer),
          subjectAlternativeNames.stream().map(change).toList(),
          keyAlgorithm,
          keyBits,
          signatureAlgorithm,
          notBefore,
          notAfter,
          daysLeft,
          sha256Fingerprint);
    }
  }

  /**
   * One protocol.
   *
   * @param protocol as the JDK spells it, such as {@code TLSv1.3}
   * @param accepted whether the server accepts it
   * @param cipherSuites IANA names, as the server chose them one after the other
   * @param namedGroups IANA names, as the server chose them one after the other; under TLS 1.2
   *     elliptic curves alone, before that none
   * @param helloRetryRequest whether a client that offers all groups, but sends a key share for
   *     x25519 alone, is asked for another, which costs one round trip more; {@code null} before
   *     TLS 1.3
   * @param handshakes how long handshakes took; {@code null} if none were timed
   */
  public record Protocol(
      String protocol,
      boolean accepted,
      List<String> cipherSuites,
      List<String> namedGroups,
      @Nullable Boolean helloRetryRequest,
      @Nullable Handshakes handshakes) {}

  /**
   * Handshakes of a client as drivers have it, for one protocol.
   *
   * @param provider the TLS implementation of the client
   * @param cipherSuite what was negotiated
   * @param namedGroup what was negotiated; {@code null} if there was no ephemeral key exchange
   * @param certificateVerified whether chain and host name were verified on the way; they are
   *     whenever they hold
   * @param samples how many of each kind were timed
   * @param tcpConnectMedianMicros the TCP connect before
   * @param fullMedianMicros full handshakes
   * @param resumedMedianMicros handshakes that resumed a session; {@code null} if none did
   * @param resumes whether sessions resume; {@code null} if this client cannot tell
   */
  public record Handshakes(
      String provider,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean certificateVerified,
      int samples,
      double tcpConnectMedianMicros,
      double fullMedianMicros,
      @Nullable Double resumedMedianMicros,
      @Nullable Boolean resumes) {}
}
