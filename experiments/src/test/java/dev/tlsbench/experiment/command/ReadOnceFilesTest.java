package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that open the same files several times, in several JVMs, if the files can be read only
 * once: {@code tls.caFile=<(cat ca.pem)} is a pipe.
 */
@Tag("any-jdk")
@Timeout(180)
class ReadOnceFilesTest {
  private static final String FILES =
      " -p tls.caFile=<(cat $CA) -p tls.certificateKeyFile=<(cat $CLIENT) --output .";

  private static EmbeddedMongo server;

  @TempDir private static Path stores;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    CertificateAuthority authority = CertificateAuthority.create();
    server = EmbeddedMongo.builder().authority(authority).requireClientCertificate().start();
    authority.writeTrustStore(stores.resolve("trust.p12"), "PKCS12", "changeit");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void probes() throws Exception {
    assertThat(bash("probe $URL --handshakes 1" + FILES).succeeded().out()).contains("is trusted");
  }

  @Test
  void connects() throws Exception {
    bash("connect $URL -n 3 --forks 1 --cores all --warm-up 0s --open-only" + FILES).succeeded();
  }

  /** The forks have neither the pipes nor the JVM's arguments. */
  @Test
  void comparesInForksByPipesAndByTheStoreOfTheJvm() throws Exception {
    CommandRun run =
        bash(
            "compare --load -P <(echo mongodb.url=$URL; echo recordcount=50)"
                + " -p workload=site.ycsb.workloads.CoreWorkload"
                + " --variants <(echo 'a: {tls.caFile: /dev/stdin}')"
                + " --variant b:tls.protocols=TLSv1.2 -p tls.certificateKeyFile=<(cat $CLIENT)"
                + " --forks 1 --epochs 1 --blocks 1 --window 20ms --warm-up 100ms --cores all"
                + " --jvm-arg=-XX:TieredStopAtLevel=1 --output . < <(cat $CA)");

    run.measured();
    assertThat(run.out() + run.err()).doesNotContain("changeit", "PRIVATE KEY", "Nothing was");
  }

  /** Runs a command of tlsbench in the shell that has process substitution. */
  private CommandRun bash(String command) throws Exception {
    Path home = directory.resolve("home");
    Launchers launchers = Launchers.unpack(home);
    Files.writeString(home.resolve("bin/in-bash"), "exec bash -c \"$1\"");
    Map<String, String> environment =
        Map.of(
            "JAVA_OPTS",
            "-XX:TieredStopAtLevel=1 -Djavax.net.ssl.trustStorePassword=changeit"
                + " -Djavax.net.ssl.trustStore="
                + stores.resolve("trust.p12"),
            "URL",
            server.url().replaceFirst("[?].*", "?tls=true"),
            "CA",
            server.caFile().toString(),
            "CLIENT",
            server.clientCertificateFile().toString());
    return launchers.run(directory, environment, "", "in-bash", "home/bin/tlsbench " + command);
  }
}
