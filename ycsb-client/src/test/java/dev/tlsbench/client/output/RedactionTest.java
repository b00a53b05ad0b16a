package dev.tlsbench.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class RedactionTest {
  @Test
  void hidesWhatWasTypedAndWhatTheEnvironmentSays() {
    Redaction redaction =
        new Redaction(Map.of("TLSBENCH_P_MYSQL_PASSWORD", "fr0mEnv", "OTHER_PASSWORD", "n0tOurs"));
    redaction.watch("compare", "--window", "mysql://joe:typ3d@h/db");

    assertThat(redaction.hide("typ3d\nfr0mEnv\nn0tOurs")).isEqualTo("<hidden>\n<hidden>\nn0tOurs");
  }

  @Test
  void knowsPasswordsThatComeLater() {
    Properties properties = new Properties();
    Redaction redaction = new Redaction(Map.of());
    redaction.watch(properties);
    properties.setProperty("mysql.url", "mysql://bench:later@127.0.0.1/ycsb");

    assertThat(redaction.hide("with later")).isEqualTo("with <hidden>");
  }

  @Test
  void hidesPasswordsWithTheCharactersThatEndOptions() {
    Redaction redaction = new Redaction(Map.of());
    redaction.watch("--variant", "v:mysql.password=p;,s3cret&),tls.caFilePassword=q&t00");
    Properties variant = new Properties();
    variant.setProperty("mysql.password", "p;,s3cret&)");
    variant.setProperty("tls.caFilePassword", "q&t00");
    redaction.watch(variant);

    assertThat(redaction.hide("v:mysql.password=p;,s3cret&),tls.caFilePassword=q&t00 --verbose"))
        .doesNotContain("s3cret", "t00")
        .endsWith(" --verbose");
    assertThat(redaction.hide("p;,s3cret&) q&t00")).isEqualTo("<hidden> <hidden>");
  }

  @Test
  void leavesTextWithoutPasswordsAlone() {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", "mongodb://host:27017/db?tls=true");
    properties.setProperty("mysql.password", "");
    Redaction redaction = new Redaction(Map.of());
    redaction.watch(properties);

    String text = "host:27017 refused the connection";
    assertThat(redaction.hide(text)).isEqualTo(text);
  }

  @Test
  void tellsPropertiesApartThatWereEqualOnce() {
    Properties first = new Properties();
    Properties second = new Properties();
    Redaction redaction = new Redaction(Map.of());
    redaction.watch(first);
    redaction.watch(second);
    assertThat(redaction.hide("passed")).isEqualTo("passed");

    second.setProperty("mysql.password", "passed");
    assertThat(redaction.hide("passed")).isEqualTo("<hidden>");
  }

  @Test
  void isNotSlowedDownByEqualSettings() {
    Redaction redaction = new Redaction(Map.of());
    for (int i = 0; i < 2000; i++) {
      redaction.watch("--variant", "v:mysql.password=p@ss w%rd");
      redaction.watch(Map.of("mysql.password", "p@ss w%rd"));
      Properties properties = new Properties();
      properties.setProperty("mysql.password", "p@ss w%rd");
      redaction.watch(properties);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(redaction.hide("p@ss w%rd, p%40ss+w%25rd")).isEqualTo("<hidden>, <hidden>");
    }
  }

  @Test
  void hidesSecretsWithALineBreakBeforeItMakesOneLine() {
    Redaction redaction = new Redaction(Map.of());
    redaction.watch(Map.of("mysql.password", "left\nright"));

    assertThat(redaction.line("with left\nright\u001b[1m")).isEqualTo("with <hidden>\\u001b[1m");
    assertThat(redaction.line("with left right")).isEqualTo("with <hidden>");
  }

  @Test
  void keepsTheLinesOfAStackTrace() {
    Redaction redaction = new Redaction(Map.of("TLSBENCH_P_MYSQL_PASSWORD", "fr0mEnv"));

    assertThat(redaction.trace(new IllegalStateException("fr0mEnv\u001b[1m")))
        .startsWith("java.lang.IllegalStateException: <hidden>\\u001b[1m")
        .hasSizeGreaterThan(1)
        .element(1)
        .asString()
        .startsWith("\tat ");
  }
}
