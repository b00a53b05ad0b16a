package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.jmh.tls.Credentials;
import dev.tlsbench.jmh.tls.EndContexts;
import dev.tlsbench.jmh.tls.Ends;
import dev.tlsbench.jmh.tls.Side;
import dev.tlsbench.jmh.tls.SideMeter;
import dev.tlsbench.jmh.tls.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Runs bodies in a JVM of their own, since a JVM reads its policy on weak algorithms once, and
 * before Java 20 its named groups.
 */
final class OwnJvm {
  private OwnJvm() {}

  /** Fails with the JVM's output if a body failed. */
  static void run(Class<?> benchmark, String parameter, List<String> values)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty("java.class.path"),
                OwnJvm.class.getName(),
                benchmark.getName(),
                parameter));
    command.addAll(values);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  public static void main(String[] args) throws Exception {
    Class<?> benchmark = Class.forName(args[0]);
    List<String> values = Arrays.asList(args).subList(2, args.length);
    if (values.contains("x25519")) {
      shakeHandsWithTheLongestListOfGroups();
    }
    Bodies.run(benchmark, args[1], values::contains);
    System.exit(0);
  }

  /** Under TLS 1.2 the list contains the groups of all handshakes over x25519. */
  private static void shakeHandsWithTheLongestListOfGroups() throws SSLException {
    Suite suite = Suite.TLS12_AES128_GCM;
    Ends ends =
        new Ends(
            TlsProvider.JDK,
            Side.CLIENT,
            suite.protocol(),
            suite.cipherSuite(KeyType.P_256),
            KeyType.P_256,
            "x25519",
            false);
    try (EndContexts connections = EndContexts.open(ends, Credentials.of(ends.key(), 1), true)) {
      connections.warmUp(new SideMeter());
    }
  }
}
