package dev.tlsbench.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql.password | s3cret",
        "db.passwd | s3cret",
        "tls.certificateKeyFilePassword | s3cret",
        "mongodb.url | mongodb://user:s3cret@h:1/db",
        "mongodb.url | mongodb://user:s3%63ret@h/",
        "mysql.url | mysql://user:s3cret@h/db?ssl-ca=x",
        "mysql.url | jdbc:mysql://h/db?user=x&password=s3cret",
        "mysql.url | jdbc:mysql://h/db?trustCertificateKeyStorePassword=s3cret&x=y",
        "mongodb.url | mongodb://h/?tls=true&tlsCertificateKeyFilePassword=s3cret",
        "mysql.url | jdbc:mysql://address=(host=h)(user=u)(password=s3cret)/db",
      })
  void hidesPasswordsWhereverTheyAreGiven(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);

    String hidden = new Secrets(properties).hide("denied for s3cret at " + value);
    assertThat(hidden).doesNotContain("s3cret", "s3%63ret").contains("<hidden>");
  }

  @Test
  void leavesTextWithoutPasswordsAlone() {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", "mongodb://host:27017/db?tls=true");
    properties.setProperty("mysql.password", "");

    String text = "host:27017 refused the connection";
    assertThat(new Secrets(properties).hide(text)).isEqualTo(text);
  }

  @Test
  void knowsPasswordsThatComeLater() {
    Properties properties = new Properties();
    Secrets secrets = new Secrets(properties);
    properties.setProperty("mysql.url", "mysql://bench:later@127.0.0.1/ycsb");

    assertThat(secrets.hide("with later")).isEqualTo("with <hidden>");
  }
}
