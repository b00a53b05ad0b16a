package dev.tlsbench.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.SelfSigned;
import dev.tlsbench.embedded.TestAuthority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * URLs and certificates that {@code psql} and this project judge: the same way, or more strictly
 * for the reason in the table. Runs where {@code psql} is installed; the verdicts are in {@code
 * target/psql-verdicts.md}.
 */
@Tag("full")
@Timeout(120)
class PsqlVerdictTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final List<String> SERVERS =
      List.of("good", "expired", "wrong-host", "self-signed", "revoked");

  /** Options that every server is tried with, and the reason to be stricter, if any. */
  private static final Map<String, String> OPTIONS = new LinkedHashMap<>();

  /** The first {@code psql} that has {@code sslcertmode} (16) and {@code sslnegotiation} (17). */
  private static final int FIRST_WITH_ALL = 17;

  /** Options that the good server is tried with. */
  private static final Map<String, String> OF_GOOD = new LinkedHashMap<>();

  static {
    String prefer = "back to plain text";
    String noFile = "does not exist";
    OPTIONS.put("sslmode=disable", "");
    OPTIONS.put("sslmode=require", "");
    OPTIONS.put("sslmode=require&sslrootcert=CA", "");
    OPTIONS.put("sslmode=require&sslrootcert=CA&sslcrl=CRL", "");
    OPTIONS.put("sslmode=require&sslcrl=CRL", "contradicts a revocation check");
    OPTIONS.put("sslmode=verify-ca", "");
    OPTIONS.put("sslmode=verify-ca&sslrootcert=CA", "");
    OPTIONS.put("sslmode=verify-ca&sslrootcert=CA&sslcrl=CRL", "");
    OPTIONS.put("sslmode=verify-ca&sslrootcert=FOREIGN", "");
    OPTIONS.put("sslmode=verify-ca&sslrootcert=SELF", "");
    OPTIONS.put("sslmode=verify-full", "");
    OPTIONS.put("sslmode=verify-full&sslrootcert=CA", "");
    OPTIONS.put("sslmode=verify-full&sslrootcert=CA&sslcrl=CRL", "");
    OPTIONS.put("sslmode=verify-full&sslrootcert=CA&sslcrldir=CRL_DIR", "");
    OPTIONS.put("sslmode=require&sslcrldir=CRL_DIR", "contradicts a revocation check");
    OPTIONS.put("sslmode=verify-full&sslrootcert=FOREIGN", "");
    OPTIONS.put("sslmode=verify-full&sslrootcert=SELF", "");
    OPTIONS.put("sslmode=prefer", prefer);

    OF_GOOD.put("", prefer);
    OF_GOOD.put("sslmode=allow", prefer);
    OF_GOOD.put("sslmode=nothing", "");
    OF_GOOD.put("sslmode=disable&sslrootcert=CA", "the URL has the TLS option sslrootcert too");
    OF_GOOD.put("sslmode=disable&channel_binding=require", "");
    OF_GOOD.put("sslmode=require&channel_binding=require", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&channel_binding=disable", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&channel_binding=nothing", "");
    OF_GOOD.put("sslmode=require&sslrootcert=MISSING", noFile);
    OF_GOOD.put("sslmode=verify-ca&sslrootcert=MISSING", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcrl=MISSING", noFile);
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcrl=FOREIGN_CRL", "");
    OF_GOOD.put("sslmode=require&ssl_min_protocol_version=TLSv1.3", "");
    OF_GOOD.put("sslmode=require&ssl_max_protocol_version=TLSv1.2", "");
    OF_GOOD.put(
        "sslmode=require&ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2", "");
    OF_GOOD.put("sslmode=require&ssl_min_protocol_version=nothing", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcert=CLIENT&sslkey=CLIENT", "");
    OF_GOOD.put("sslmode=require&sslcert=CLIENT&sslkey=OPEN_KEY", "");
    OF_GOOD.put("sslmode=require&sslcert=CLIENT&sslkey=MISSING", "");
    OF_GOOD.put("sslmode=require&sslsni=0", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslsni=0", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcrldir=MISSING", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcrldir=EMPTY_DIR", "");
    OF_GOOD.put("sslmode=verify-full&sslrootcert=CA&sslcrldir=CRL_DIR&sslcrl=FOREIGN_CRL", "");
    if (psqlVersion() >= FIRST_WITH_ALL) {
      OF_GOOD.put("sslmode=require&sslnegotiation=direct", "");
      OF_GOOD.put("sslmode=disable&sslnegotiation=direct", "");
      OF_GOOD.put("sslmode=require&sslnegotiation=nothing", "");
      OF_GOOD.put("sslmode=require&sslcert=CLIENT&sslkey=CLIENT&sslcertmode=require", "");
      OF_GOOD.put("sslmode=require&sslcert=CLIENT&sslkey=CLIENT&sslcertmode=allow", "");
      OF_GOOD.put("sslmode=require&sslcert=CLIENT&sslkey=CLIENT&sslcertmode=disable", "");
      OF_GOOD.put("sslmode=require&sslcertmode=require", "");
      OF_GOOD.put("sslmode=disable&sslcertmode=require", "");
      OF_GOOD.put("sslmode=require&sslcertmode=nothing", "");
    }
    OF_GOOD.put("sslmode=require&gssencmode=disable", "");
  }

  /** Of the authority's name, as {@code openssl x509 -hash} shows it. */
  private static final String CA_HASH = "6276108f";

  private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
  private static final Path TABLE = Path.of("target", "psql-verdicts.md");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path directory;

  private static final Map<String, EmbeddedPostgres> STARTED = new LinkedHashMap<>();
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(psqlVersion() > 0, "psql is not installed");
    Files.write(
        TABLE,
        List.of(
            "| server | options | psql | tlsbench | stricter because |",
            "| --- | --- | --- | --- | --- |"));
    Instant now = Instant.now();
    IssuedCertificate revoked = CA.issueServer();
    IssuedCertificate selfSigned = SelfSigned.forLocalhost();
    start("good", CA.issueServer());
    start(
        "expired",
        CA.server()
            .validFrom(now.minus(Duration.ofDays(9)))
            .validUntil(now.minus(Duration.ofDays(1)))
            .build());
    start("wrong-host", CA.server().dnsNames("other.example.org").ipAddresses().build());
    start(
        "common-name",
        TestAuthority.of(CA)
            .issue(
                request ->
                    request.commonName("localhost").withoutExtension(SUBJECT_ALTERNATIVE_NAME)));
    start("self-signed", selfSigned);
    start("revoked", revoked);
    STARTED.put("plain", EmbeddedPostgres.builder().plain().start());

    CertificateAuthority foreign = CertificateAuthority.create();
    // No name is the beginning of a later one.
    TestAuthority.writeLists(file("FOREIGN_CRL"), foreign);
    foreign.writePem(file("FOREIGN"));
    TestAuthority.writeLists(file("CRL"), CA, revoked);
    Path lists = Files.createDirectory(directory.resolve("lists"));
    TestAuthority.writeLists(lists.resolve(CA_HASH + ".r0"), CA, revoked);
    FILES.put("CRL_DIR", lists.toString());
    FILES.put("EMPTY_DIR", Files.createDirectory(directory.resolve("empty")).toString());
    selfSigned.writeCertificatePem(file("SELF"));
    IssuedCertificate client = CA.issueClient("ycsb");
    client.writePem(file("CLIENT"));
    Path open = file("OPEN_KEY");
    client.writeKeyPem(open);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    file("MISSING");
    CA.writePem(file("CA"));
  }

  private static void start(String name, IssuedCertificate certificate) throws IOException {
    STARTED.put(
        name,
        EmbeddedPostgres.builder()
            .authority(CA)
            .serverCertificate(certificate)
            .allowPlain()
            .start());
  }

  private static Path file(String name) {
    Path file = directory.resolve(name + ".pem");
    FILES.put(name, file.toString());
    return file;
  }

  @AfterAll
  static void stop() {
    STARTED.values().forEach(EmbeddedPostgres::close);
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String server : SERVERS) {
      OPTIONS.forEach((options, reason) -> cases.add(new Case(server, options, reason)));
    }
    OF_GOOD.forEach((options, reason) -> cases.add(new Case("good", options, reason)));
    cases.add(new Case("common-name", "sslmode=verify-ca&sslrootcert=CA", ""));
    cases.add(
        new Case("common-name", "sslmode=verify-full&sslrootcert=CA", "no alternative names"));
    for (String mode : List.of("disable", "require", "verify-full")) {
      cases.add(new Case("plain", "sslmode=" + mode, ""));
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void judgesAsPsqlDoesOrMoreStrictly(Case tried) throws Exception {
    String url = url(tried);
    String ofPsql = psql(url);
    String ours = ours(url);
    Files.write(
        TABLE,
        List.of(
            "| %s | %s | %s | %s | %s |"
                .formatted(
                    tried.server(),
                    tried.options(),
                    ofPsql.isEmpty() ? "connects" : "refuses",
                    ours.isEmpty() ? "connects" : "refuses",
                    ofPsql.isEmpty() ? tried.stricterBecause() : "")),
        StandardOpenOption.APPEND);

    if (!ofPsql.isEmpty()) {
      assertThat(ours).as("psql: " + ofPsql).isNotEmpty();
    } else if (tried.stricterBecause().isEmpty()) {
      assertThat(ours).isEmpty();
    } else {
      assertThat(ours).contains(tried.stricterBecause());
    }
  }

  /** The one verdict of {@code psql} that is stricter: RFC 5929 has no binding for Ed25519. */
  @Test
  void logsInUnboundWherePsqlCannotBind() throws Exception {
    CertificateAuthority ed25519 = CertificateAuthority.builder().keyType(KeyType.ED25519).build();
    STARTED.put("ed25519", EmbeddedPostgres.builder().authority(ed25519).start());
    String prefer = url(new Case("ed25519", "sslmode=require", ""));

    assertThat(psql(prefer)).contains("could not find digest");
    assertThat(ours(prefer)).isEmpty();
    assertThat(psql(prefer + "&channel_binding=disable")).isEmpty();
    assertThat(ours(prefer + "&channel_binding=require")).contains("Ed25519");
  }

  private static String url(Case tried) {
    EmbeddedPostgres server = Objects.requireNonNull(STARTED.get(tried.server()));
    List<String> options = new ArrayList<>();
    for (String option : tried.options().split("&", -1)) {
      int equals = option.indexOf('=') + 1;
      String value = option.substring(equals);
      options.add(option.substring(0, equals) + FILES.getOrDefault(value, value));
    }
    return "postgresql://%s:%s@localhost:%d/%s?%s"
        .formatted(
            server.user(),
            server.password(),
            server.port(),
            server.database(),
            String.join("&", options));
  }

  /** Returns the reason for which it does not connect; empty if it does. */
  private static String ours(String url) {
    try {
      PostgresUrl parsed = PostgresUrl.parse(url);
      try (PostgresConnections connections =
          parsed.open(parsed.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
        connections.connect().close();
        return "";
      }
    } catch (InvalidSettingException | ConnectFailedException e) {
      return String.valueOf(e.getMessage());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the reason for which {@code psql} does not connect; empty if it does. */
  private static String psql(String url) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("psql", "--no-psqlrc", "--no-password", "--command=SELECT 1", url)
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    // Without certificates in ~/.postgresql.
    builder.environment().put("HOME", directory.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0 ? "" : "exit code " + process.exitValue() + ", " + said;
  }

  /** Returns the main version of {@code psql}; 0 without one. */
  private static int psqlVersion() {
    try {
      Process process = new ProcessBuilder("psql", "--version").start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(said.replaceFirst("(?s)\\D*(\\d+).*", "$1"));
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * A row of the table.
   *
   * @param options of the URL; names in capitals stand for files
   * @param stricterBecause a part of this project's message where {@code psql} connects; empty if
   *     it is to connect, too
   */
  record Case(String server, String options, String stricterBecause) {}
}
