package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.provider.TlsImplementation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In JVMs of their own, since each reads its policy once. */
class LegacyTlsTest {
  private static final String TRIPLE_DES = "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA";
  private static final String RC4 = "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA";
  private static final String RSA = "TLS_RSA_WITH_AES_128_CBC_SHA";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void isNotAllowedUnlessAskedFor() throws Exception {
    List<String> offers = offers(List.of(), "");

    assertThat(offers)
        .contains("allowed false", "jdk TLSv1.2")
        .doesNotContain("jdk TLSv1.1", "jdk " + TRIPLE_DES, "jdk " + RC4)
        .doesNotContain("bouncycastle TLSv1.1", "bouncycastle " + TRIPLE_DES);
  }

  @Test
  void isAllowedInTheJvmThatAsks() throws Exception {
    assertLegacy(offers(List.of(), "allow"));
  }

  @Test
  void isAllowedInAJvmThatIsStartedWithTheArgument() throws Exception {
    assertLegacy(offers(List.of(LegacyTls.jvmArgument()), ""));
  }

  /** JDK 24 and later disable {@code TLS_RSA_*} (JDK-8245545). */
  @Test
  void aPatternInThePolicyHoldsForBouncyCastleToo() throws Exception {
    Path policy =
        Files.writeString(directory.resolve("policy"), "jdk.tls.disabledAlgorithms=TLS_RSA_*\n");

    List<String> offers = offers(List.of("-Djava.security.properties=" + policy), "");

    assertThat(offers)
        .contains("bouncycastle TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")
        .doesNotContain("bouncycastle " + RSA);
  }

  private static void assertLegacy(List<String> offers) {
    assertThat(offers)
        .contains("allowed true")
        .contains("jdk TLSv1", "jdk TLSv1.1", "jdk TLSv1.2", "jdk TLSv1.3")
        .contains("jdk " + TRIPLE_DES, "jdk " + RC4, "jdk " + RSA)
        .contains("bouncycastle TLSv1.1", "bouncycastle " + TRIPLE_DES)
        .doesNotContain("jdk SSLv3", "bouncycastle " + RC4)
        .noneMatch(offer -> offer.contains("_WITH_DES_") || offer.contains("TLS_ECDH_"));
  }

  private static List<String> offers(List<String> jvmArguments, String argument)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Offers.class.getName(), argument));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  /** Prints what a JVM offers. */
  static final class Offers {
    private Offers() {}

    public static void main(String[] args) {
      if (args[0].equals("allow")) {
        LegacyTls.allow();
      }
      System.out.println("allowed " + LegacyTls.isAllowed());
      for (TlsProvider provider : List.of(TlsProvider.JDK, TlsProvider.BOUNCY_CASTLE)) {
        TlsImplementation implementation = provider.implementation();
        implementation.protocols().forEach(name -> System.out.println(provider.id() + " " + name));
        implementation
            .cipherSuites()
            .forEach(name -> System.out.println(provider.id() + " " + name));
      }
    }
  }
}
