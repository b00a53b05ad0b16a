package dev.tlsbench.core.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.UrlWords;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties that nobody meant. */
@Tag("any-jdk")
class TlsPropertiesFuzzTest {
  private static final List<String> VALUES =
      List.of(
          "true",
          "false",
          "/etc/ca.pem",
          "a password",
          "TLSv1.3",
          "TLSv1.2,TLSv1.3",
          "TLS_AES_256_GCM_SHA384,ECDHE-RSA-AES256-GCM-SHA384",
          "x25519,P-256",
          "X25519MLKEM768",
          "openssl",
          "bouncycastle",
          "5000",
          "3600000");

  private static final Mutations MUTATIONS =
      Mutations.ofTexts(
          VALUES,
          List.of(
              ",", ":", " ", "\n", "\0", "-", "=", "%", "é", "9223372036854775807", "TLS", "_"));

  private static final List<String> NAMES = List.copyOf(TlsOption.properties());

  @Test
  void takesOrRefusesWhateverItIsGiven() throws InterruptedException {
    Fuzz.of("TlsOption.override", TlsPropertiesFuzzTest::properties)
        .check(
            properties -> {
              TlsSettings.Builder settings = TlsSettings.builder();
              try {
                TlsOption.override(properties, settings);
                assertThat(settings.build().toString()).startsWith("TlsSettings[");
                return true;
              } catch (InvalidSettingException e) {
                assertThat(e.getMessage()).doesNotContain("\n", "\r");
                return false;
              }
            });
  }

  @Test
  void keepsPasswordsToItself() throws InterruptedException {
    Fuzz.of("TlsOption.override, passwords", TlsPropertiesFuzzTest::secret)
        .check(
            properties -> {
              String password = properties.get("tls.certificateKeyFilePassword");
              TlsSettings.Builder settings = TlsSettings.builder();
              String said;
              try {
                TlsOption.override(properties, settings);
                said = settings.build().toString();
              } catch (InvalidSettingException e) {
                said = e.toString() + e.getCause();
              }
              assertThat(said).doesNotContain(password);
              return true;
            });
  }

  private static Map<String, String> properties(Random random) {
    Map<String, String> properties = new TreeMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      properties.put(
          random.nextInt(20) == 0 ? name + UrlWords.text(random, 5) : name,
          random.nextBoolean()
              ? VALUES.get(random.nextInt(VALUES.size()))
              : MUTATIONS.nextText(random));
    }
    return properties;
  }

  private static Map<String, String> secret(Random random) {
    Map<String, String> properties = properties(random);
    String password = UrlWords.password(random);
    properties.put("tls.certificateKeyFilePassword", password);
    properties.put("tls.caFilePassword", password);
    return properties;
  }
}
