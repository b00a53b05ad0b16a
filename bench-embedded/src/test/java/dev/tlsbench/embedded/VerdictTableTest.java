package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of docs/reference/security.md: what the JDK, {@code psql} 18 and this project say of
 * each flaw. Writes the table that it finds to {@code target/verdicts.md}.
 *
 * <p>The column of {@code psql} is checked where that is installed.
 */
@Tag("full")
class VerdictTableTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "reference", "security.md");
  private static final int FIRST_PSQL = 18;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** One row. */
  private record Verdicts(ServerFlaw flaw, String jdk, String psql, String ours) {
    /** As the document has it, but for a column that was not found out. */
    String row(boolean withPsql) {
      return "| %s | %s | %s%s |"
          .formatted(
              flaw.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              jdk,
              withPsql ? psql + " | " : "",
              ours);
    }
  }

  @Test
  void documentHasTheVerdicts() throws Exception {
    boolean withPsql = psqlVersion() >= FIRST_PSQL;
    List<String> rows = new ArrayList<>();
    for (ServerFlaw flaw : ServerFlaw.values()) {
      Verdicts verdicts = verdicts(flaw, withPsql);
      rows.add(verdicts.row(withPsql));
      if (verdicts.jdk().equals("refused") && flaw != ServerFlaw.CHAIN_OF_ELEVEN) {
        assertThat(verdicts.ours()).as("%s", flaw).isEqualTo("refused");
      }
    }
    Files.write(Path.of("target", "verdicts.md"), rows);
    List<String> documented = Files.readAllLines(DOCUMENT);
    if (!withPsql) {
      documented =
          documented.stream()
              .map(
                  line ->
                      line.replaceFirst(
                          "^(\\| [^|]+ \\| [^|]+ )\\| [^|]+ (\\| [^|]+ \\|)$", "$1$2"))
              .toList();
    }
    assertThat(documented).containsAll(rows);
  }

  private Verdicts verdicts(ServerFlaw flaw, boolean withPsql) throws Exception {
    ServerFlaw.Identity identity = flaw.identity();
    Path authority = directory.resolve("ca.pem");
    Files.writeString(authority, Pem.certificates(List.of(identity.trusted())));
    try (JsseServer server = JsseServer.start(identity.server())) {
      Set<String> ours = new TreeSet<>();
      List<String> accepting = new ArrayList<>();
      for (TlsProvider provider : TlsProvider.values()) {
        TlsSettings settings = TlsSettings.builder().provider(provider).caFile(authority).build();
        boolean accepted = ours(settings, flaw.host(), server.port());
        ours.add(word(accepted));
        if (accepted) {
          accepting.add(provider.id());
        }
      }
      String verdict =
          ours.size() == 1
              ? ours.iterator().next()
              : "accepted by " + String.join(", ", accepting) + " alone";
      return new Verdicts(
          flaw,
          word(jdk(identity.trusted(), flaw.host(), server.port())),
          withPsql ? word(psql(identity.server(), authority, flaw.host())) : "",
          verdict);
    }
  }

  private static String word(boolean accepted) {
    return accepted ? "accepted" : "refused";
  }

  private static boolean ours(TlsSettings settings, String host, int port) throws IOException {
    try {
      Exchange.overLoopback(settings, host, port);
      return true;
    } catch (ConnectFailedException e) {
      return false;
    }
  }

  /** The JDK's own trust manager, with endpoint identification. */
  private static boolean jdk(X509Certificate trusted, String host, int port) throws Exception {
    KeyStore anchors = KeyStore.getInstance("PKCS12");
    anchors.load(null, null);
    anchors.setCertificateEntry("trusted", trusted);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(anchors);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (Socket tcp = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket tls =
            (SSLSocket) context.getSocketFactory().createSocket(tcp, host, port, true)) {
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      tls.getOutputStream().write(1);
      return tls.getInputStream().read() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /** It names TLS in what it says where it refuses the server; it never likes what comes after. */
  private static boolean psql(IssuedCertificate certificate, Path authority, String host)
      throws IOException, InterruptedException {
    try (JsseServer server = JsseServer.builder(certificate).alpn("postgresql").start()) {
      String url =
          "postgresql://user@%s:%d/db?hostaddr=127.0.0.1&sslnegotiation=direct&sslmode=verify-full&sslrootcert=%s&connect_timeout=10"
              .formatted(host, server.port(), authority);
      String said = run("psql", "--no-psqlrc", "--no-password", "--command=SELECT 1", url);
      boolean refused =
          Stream.of("SSL error", "certificate", "SSL SYSCALL").anyMatch(said::contains);
      if (!refused) {
        assertThat(said).contains("authentication request");
      }
      return !refused;
    }
  }

  private static int psqlVersion() throws InterruptedException {
    try {
      return Integer.parseInt(run("psql", "--version").replaceFirst("(?s)\\D*(\\d+).*", "$1"));
    } catch (IOException e) {
      return 0;
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said;
  }
}
