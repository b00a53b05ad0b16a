package dev.tlsbench.experiment.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.core.JavaProcess;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.experiment.command.Tlsbench;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database is added with three service lines; commands and a YCSB run work with it. */
@Tag("any-jdk")
class ToyDatabaseTest {
  private static final Path SERVICES = Path.of("src/test/toy").toAbsolutePath();

  private final CertificateAuthority authority = CertificateAuthority.create();

  @TempDir private Path folder;

  private ToyServer server;

  @BeforeEach
  void start() throws Exception {
    server = new ToyServer(authority);
    authority.writePem(folder.resolve("ca.pem"));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private String url(int port) {
    return "toy://localhost:" + port + "/?enabled=true&caFile=" + folder.resolve("ca.pem");
  }

  private Process process(Class<?> main, String... args) throws IOException {
    String classPath = System.getProperty("java.class.path") + File.pathSeparator + SERVICES;
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath);
    return JavaProcess.of(options, main, args).redirectErrorStream(true).start();
  }

  private String run(Class<?> main, String... args) throws Exception {
    Process process = process(main, args);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  @Test
  void isProbed() throws Exception {
    assertThat(run(Tlsbench.class, "probe", url(server.port()), "--handshakes", "1"))
        .contains("TLSv1.3", "x25519", "lets plain text in")
        .contains("connections without a log-in");
  }

  @Test
  void isConnectedPartByPart() throws Exception {
    assertThat(
            run(
                Tlsbench.class,
                "connect",
                url(server.port()),
                "--connections=10",
                "--forks=2",
                "--warm-up=0s",
                "--output=" + folder.resolve("results")))
        .contains("TLS handshake", "first query", "TLS, resumed");
  }

  @Test
  void runsAWorkloadOverTlsThroughATap() throws Exception {
    Process tap =
        process(
            Tlsbench.class,
            "tap",
            "--to=127.0.0.1:" + server.port(),
            "--listen=127.0.0.1:0",
            "--protocol=toy",
            "--output=" + folder.resolve("tapped"));
    try (BufferedReader lines = tap.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.matches(".*127\\.0\\.0\\.1:\\d+.*")) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
      int port = Integer.parseInt(line.replaceFirst(".*?127\\.0\\.0\\.1:(\\d+).*", "$1"));
      List<String> work =
          List.of("-P", "../workloads/workloada", "-p", "recordcount=100", "-p", "fieldcount=1");

      assertThat(ycsb("load", port, work)).contains("[INSERT], Return=OK, 100");
      assertThat(ycsb("run", port, work))
          .contains("[TLS], Protocol, TLSv1.3", "[READ], Return=OK")
          .doesNotContain("Return=ERROR");
    } finally {
      tap.destroy();
      assertThat(tap.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    Path result;
    try (var files = Files.walk(folder.resolve("tapped"))) {
      result = files.filter(file -> file.endsWith("result.json")).findFirst().orElseThrow();
    }
    assertThat(Files.readString(result)).contains("\"kind\" : \"tls\"", "TLSv1.3");
  }

  private String ycsb(String phase, int port, List<String> work) throws Exception {
    List<String> args = new ArrayList<>(List.of(phase, "toy-tls"));
    args.addAll(work);
    args.addAll(List.of("-p", "toy.url=" + url(port)));
    return run(YcsbClient.class, args.toArray(String[]::new));
  }
}
