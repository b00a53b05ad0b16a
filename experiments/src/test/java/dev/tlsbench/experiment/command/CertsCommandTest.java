package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertsCommandTest {
  private static final List<String> FILES =
      List.of(
          "ca.pem",
          "client-cert.pem",
          "client-key.pem",
          "client.pem",
          "server-cert.pem",
          "server-key.pem",
          "server.pem");

  @TempDir private Path temporary;

  @Test
  void writesFilesThatOnlyTheirOwnerReads() throws Exception {
    Path directory = temporary.resolve("new").resolve("certs");
    CommandRun run = CommandRun.of("certs", directory.toString()).succeeded();

    assertThat(run.err()).isEmpty();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(FILES);
    }
    assertThat(modeOf(directory)).isEqualTo("rwx------");
    for (String name : FILES) {
      assertThat(modeOf(directory.resolve(name))).as(name).isEqualTo("rw-------");
      assertThat(run.out()).contains(name);
    }
    assertThat(run.out())
        .contains("mongod --tlsMode requireTLS", "mysqld --ssl-ca=" + directory.resolve("ca.pem"))
        .contains("mongodb://localhost:27017/?tls=true&tlsCAFile=" + directory.resolve("ca.pem"))
        .contains("mysql://localhost:3306/?ssl-mode=VERIFY_IDENTITY&ssl-ca=" + directory);
  }

  @Test
  void encodesAHostWithLettersThatCertificatesDoNotHave() throws Exception {
    CommandRun run =
        CommandRun.of("certs", temporary.toString(), "--host bücher.example.").succeeded();

    X509Certificate server = certificate("server-cert.pem");
    assertThat(server.getSubjectAlternativeNames())
        .containsExactly(List.of(2, "xn--bcher-kva.example"));
    assertThat(server.getSubjectX500Principal().getName()).contains("xn--bcher-kva.example");
    assertThat(run.out()).contains("mongodb://xn--bcher-kva.example");

    CommandRun.of("certs", temporary.resolve("new").toString(), "--host", "b\uFFFDcher.example")
        .refused("LC_ALL=C.UTF-8");
    assertThat(temporary.resolve("new")).doesNotExist();
  }

  @Test
  void issuesForTheHostsAndDaysThatWereAskedFor() throws Exception {
    CommandRun.of(
            "certs",
            temporary.toString(),
            "--host db.example.org --host 192.0.2.7 --host 2001:db8::7 --days 3")
        .succeeded();

    X509Certificate server = certificate("server-cert.pem");
    assertThat(server.getSubjectAlternativeNames().stream().map(name -> name.get(1)))
        .map(Object.class::cast)
        .containsExactlyInAnyOrder("db.example.org", "192.0.2.7", "2001:db8:0:0:0:0:0:7");
    assertThat(Duration.between(Instant.now(), server.getNotAfter().toInstant()).toHours())
        .isBetween(70L, 72L);
    assertThat(certificate("ca.pem").getNotAfter()).isEqualTo(server.getNotAfter());
    server.verify(certificate("ca.pem").getPublicKey());
    certificate("client-cert.pem").verify(certificate("ca.pem").getPublicKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA-2048", "p-256", "ed25519"})
  void makesEveryTypeOfKey(String type) throws Exception {
    CommandRun run = CommandRun.of("certs", temporary.toString(), "--key-type", type);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err().contains("psql cannot log in")).isEqualTo(type.equals("ed25519"));
    TlsSettings settings =
        TlsSettings.builder()
            .caFile(temporary.resolve("ca.pem"))
            .certificateFile(temporary.resolve("client-cert.pem"))
            .keyFile(temporary.resolve("client-key.pem"))
            .build();
    TlsContext.open(settings, new TlsLedger()).close();
  }

  @Test
  void encryptsTheKeysWithAPasswordFromAFile() throws Exception {
    Path password = Files.writeString(temporary.resolve("password"), "correct horse\nbattery\n");
    Path directory = temporary.resolve("certs");
    CommandRun run =
        CommandRun.of("certs", directory.toString(), "--key-password-file", password.toString())
            .succeeded();

    assertThat(run.out()).contains("keys are encrypted").doesNotContain("correct horse");
    for (String name : List.of("server.pem", "server-key.pem", "client.pem", "client-key.pem")) {
      assertThat(directory.resolve(name))
          .content()
          .contains("BEGIN ENCRYPTED PRIVATE KEY")
          .doesNotContain("BEGIN PRIVATE KEY");
    }
    String url = "mongodb://localhost/?tlsCAFile=" + directory.resolve("ca.pem");
    TlsSettings settings =
        MongoUrl.parse(url)
            .tls()
            .certificateKeyFile(directory.resolve("client.pem"))
            .keyPassword("correct horse")
            .build();
    TlsContext.open(settings, new TlsLedger()).close();
  }

  @Test
  void refusesToReplaceExistingFiles() throws Exception {
    CommandRun.of("certs", temporary.toString());
    String before = Files.readString(temporary.resolve("ca.pem"));
    Files.delete(temporary.resolve("server.pem"));

    CommandRun.of("certs", temporary.toString()).refused("ca.pem", "--force");
    assertThat(temporary.resolve("ca.pem")).hasContent(before);
    assertThat(temporary.resolve("server.pem")).doesNotExist();

    CommandRun.of("certs", temporary.toString(), "--force").succeeded();
    assertThat(Files.readString(temporary.resolve("ca.pem"))).isNotEqualTo(before);
    assertThat(modeOf(temporary.resolve("server-key.pem"))).isEqualTo("rw-------");
  }

  @Test
  void refusesInvalidOptions() throws Exception {
    String directory = temporary.resolve("certs").toString();
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertRefused("--days", "certs", directory, "--days 0");
    assertRefused("p-256, ed25519", "certs", directory, "--key-type dsa");
    assertRefused("--key-password-file", "certs", directory, "--key-password-file /nowhere");
    assertRefused("longer than 1 MiB", "certs", directory, "--key-password-file /dev/zero");
    assertRefused("no password in", "certs", directory, "--key-password-file", file.toString());
    assertRefused("--key-password-env", "certs", directory, "--key-password-env TLSBENCH_NONE");
    assertRefused("999.1.1.1", "certs", directory, "--host 999.1.1.1");
    for (String host : List.of("a b", "a\nb", "user@db", "a..b", "*", "db.*.example", "db/x")) {
      assertRefused("is no DNS name", "certs", directory, "--host", host);
    }
    assertRefused("set LC_ALL=C.UTF-8", "certs", directory, "--client", "J\uFFFDrgen");
    assertRefused("choose another directory", "certs", file.resolve("below").toString());
    assertRefused("no such option", "certs", directory, "--key-password=secret");
    assertThat(temporary.resolve("certs").resolve("ca.pem")).doesNotExist();
  }

  private static void assertRefused(String says, String... args) {
    assertThat(CommandRun.of(args).refused(says).err()).doesNotContain("secret");
  }

  private X509Certificate certificate(String name) throws Exception {
    try (InputStream in = Files.newInputStream(temporary.resolve(name))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static String modeOf(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
