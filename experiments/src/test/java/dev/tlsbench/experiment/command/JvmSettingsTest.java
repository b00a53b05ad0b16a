package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The TLS settings of a JVM, each in a JVM of its own: it reads them once. */
@Timeout(120)
class JvmSettingsTest {
  @TempDir private Path directory;

  private Launchers launchers;

  @BeforeEach
  void unpack() throws IOException {
    launchers = Launchers.unpack(directory.resolve("home"));
    policy("no-tls13", "TLSv1.3");
  }

  private void policy(String name, String disabled) throws IOException {
    Files.writeString(directory.resolve(name), "jdk.tls.disabledAlgorithms=" + disabled + "\n");
  }

  private CommandRun run(String settings, String... command) throws Exception {
    Map<String, String> environment =
        Map.of("JAVA_OPTS", "-XX:TieredStopAtLevel=1 " + settings.replace("DIR", "" + directory));
    return launchers.run(directory, environment, "", command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Djdk.tls.client.protocols=TLSv1.2 | does not offer protocol TLSv1.3; it offers TLSv1.2;",
        "-Djava.security.properties=DIR/no-tls13 | does not offer protocol TLSv1.3; it offers TLSv1",
      })
  void areNamedIfTheyForbidAProtocolWithWhichTheProbeGoesOn(String settings, String message)
      throws Exception {
    String url = SharedServers.mongo().url();
    run(settings, "tlsbench", "connect", url)
        .refused("tls.protocols: provider jdk", message, "this JVM's jdk.tls settings");

    CommandRun probe =
        run(settings, "tlsbench", "probe", url, "--handshakes", "1", "--output", ".");

    assertThat(probe.succeeded().out())
        .contains("names this host, is trusted", "were not timed", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Djdk.tls.client.protocols=TLSv9 | check jdk.tls.client.protocols",
        "-Djdk.tls.client.cipherSuites=TLS_AES_128_GCM_SHA256 | does not offer protocol TLSv1.2;",
        "-Djdk.tls.client.cipherSuites=bogus | jdk.tls.client.cipherSuites=bogus: this JVM does not offer",
        "-Djdk.tls.namedGroups=bogus | jdk.tls.namedGroups",
        "-Djdk.tls.namedGroups=x25519,bogus | jdk.tls.namedGroups=x25519,bogus: this JVM does not"
            + " offer bogus",
        "-Djavax.net.ssl.trustStore=DIR/no-tls13 | javax.net.ssl.trustStore: ",
        "-Djavax.net.ssl.trustStore=NONE | javax.net.ssl.trustStore: the JVM cannot read",
        "-Djavax.net.ssl.trustStore=NONE -Djavax.net.ssl.trustStoreType=PKCS11 |"
            + " javax.net.ssl.trustStore: the JVM cannot read",
      })
  void areRefusedInOneLine(String settings, String message) throws Exception {
    String url = SharedServers.mongo().url();
    String own = settings.contains("trustStore") ? url.replaceFirst("&tlsCAFile=.*", "") : url;
    run(settings, "tlsbench", "connect", own).refused(message);
  }

  @Test
  void makeTheJdkCheckRevocation() throws Exception {
    String url = SharedServers.mongo().url();
    CommandRun run = run("-Dcom.sun.net.ssl.checkRevocation=true", "tlsbench", "connect", url);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
    assertThat(run.err()).contains("it is unknown whether the certificate of ");
  }

  /** It opens them itself, and reads no PEM. */
  @Test
  void areNamedIfOnlyTheDriverCannotReadThem() throws Exception {
    String[] url = SharedServers.mongo().url().split("&tlsCAFile=", 2);
    run("-Djavax.net.ssl.trustStore=" + url[1], "tlsbench", "connect", url[0])
        .refused("javax.net.ssl: MongoDB's driver needs the JVM's own key store and trust store");
  }

  /** A file in an option and one in a URL go different ways. */
  static List<String> commandsWithALetter() {
    return Selection.first(
        2,
        List.of(
            "compare -P $U",
            "probe mongodb://localhost/x?tlsCAFile=$U",
            "compare --variants $U",
            "compare --output $U",
            "run $U.yaml",
            "certs $U",
            "probe mongodb://localhost/x?tls=true -p tls.caFile=$U",
            "probe mysql://localhost/x?ssl-ca=file:$U"));
  }

  /** The words of the command line that names a file ü, with the bytes of UTF-8. */
  @ParameterizedTest
  @MethodSource("commandsWithALetter")
  void refuseALetterThatTheLocaleDoesNotHave(String command) throws Exception {
    Files.writeString(
        directory.resolve("home/bin/in-posix"),
        "U=$(printf '\\303\\274'); exec home/bin/tlsbench " + command);
    Map<String, String> environment =
        Map.of("LC_ALL", "POSIX", "JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    launchers.run(directory, environment, "", "in-posix").refused("set LC_ALL=C.UTF-8");
  }

  @Test
  void ofHttpsDoNotMatter() throws Exception {
    String command =
        "tlsbench connect -n 2 --warm-up 0s --forks 1 --cores all --open-only --output . "
            + SharedServers.mongo().url();
    CommandRun run = run("-Dhttps.protocols=TLSv1", command.split(" "));
    run.succeeded();
  }
}
