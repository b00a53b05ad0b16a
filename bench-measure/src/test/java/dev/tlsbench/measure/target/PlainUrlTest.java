package dev.tlsbench.measure.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.ycsb.session.Binding;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainUrlTest {
  @ParameterizedTest
  @CsvSource({
    "mongodb://db, mongodb://db/",
    "mongodb://db/?tls=true, mongodb://db/",
    "mongodb://db/ycsb?tls=true&w=1&tlsCAFile=%2Fca.pem, mongodb://db/ycsb?w=1",
    "mongodb://u:p%40w@a:1;b:2/?ssl=true&replicaSet=rs;TLSInsecure=true&readPreference=secondary,"
        + " mongodb://u:p%40w@a:1;b:2/?replicaSet=rs&readPreference=secondary",
    "mongodb://db/?sslInvalidHostNameAllowed=true&tlsCRLFile=a, mongodb://db/",
    "mongodb+srv://u:pw@db/x, mongodb+srv://u:pw@db/x?tls=false",
    "mongodb+srv://db, mongodb+srv://db/?tls=false",
    "mongodb+srv://db/?tls=true&w=1, mongodb+srv://db/?w=1&tls=false",
    "mysql://db, mysql://db/?sslMode=DISABLED",
    "mysql://u:p%3F@db:3306/y?ssl-mode=VERIFY_CA&ssl-ca=ca.pem&connectTimeout=5,"
        + " mysql://u:p%3F@db:3306/y?connectTimeout=5&sslMode=DISABLED",
    "jdbc:mysql://db/y?useSSL=true&requireSSL=true&verifyServerCertificate=true&user=u,"
        + " jdbc:mysql://db/y?user=u&sslMode=DISABLED",
    "jdbc:mysql://db/y?sslMode=DISABLED, jdbc:mysql://db/y?sslMode=DISABLED",
  })
  void takesTheTlsOptionsAndNothingElse(String url, String plain) {
    // A comma would end the column.
    assertThat(PlainUrl.of(url.replace(";b", ",b"))).isEqualTo(plain.replace(";b", ",b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl-ca=ca.pem",
        "SSL_CA=ca.pem",
        "sslca=ca.pem",
        "ssl-cert=c.pem&ssl-key=k.pem&ssl-key-password=abc",
        "ssl-crl=crl.pem",
        "ssl-cipher=ECDHE-RSA-AES128-GCM-SHA256&tls-version=TLSv1.2",
        "tls-ciphersuites=TLS_AES_128_GCM_SHA256",
        "trustCertificateKeyStoreUrl=a&trustCertificateKeyStoreType=PKCS12"
            + "&trustCertificateKeyStorePassword=abc",
        "clientCertificateKeyStoreUrl=a&clientCertificateKeyStoreType=PKCS12"
            + "&clientCertificateKeyStorePassword=abc",
        "enabledTLSProtocols=TLSv1.2&enabledSSLCipherSuites=TLS_AES_128_GCM_SHA256",
        "sslMode=VERIFY_CA&fallbackToSystemTrustStore=true&fallbackToSystemKeyStore=false",
      })
  void leavesNothingThatMySqlTakesForTls(String options) {
    // Reading the URL refuses a TLS option beside DISABLED, so one that was left would show.
    MySqlUrl plain = MySqlUrl.parse(PlainUrl.of("mysql://u@db/y?" + options));

    assertThat(plain.settings(Map.of()).enabled()).isFalse();
    assertThat(plain).hasToString("jdbc:mysql://<hidden>@db:3306/y?sslMode=DISABLED");
  }

  @Test
  void switchesTlsOffForMongoDbServersOfTheDns() {
    MongoUrl plain = MongoUrl.parse(PlainUrl.of("mongodb+srv://db.example.org/?tlsInsecure=true"));

    assertThat(plain.settings(Map.of()).enabled()).isFalse();
  }

  @Test
  void takesTheTlsPropertiesOfARunToo() {
    Properties run = new Properties();
    run.setProperty("mysql.url", "mysql://u@db/y?ssl-ca=ca.pem");
    run.setProperty("tls.enabled", "true");
    run.setProperty("tls.caFile", "ca.pem");
    run.setProperty("mysql.password", "abc");
    run.setProperty("recordcount", "10");

    assertThat(PlainUrl.of(Binding.of("mysql-tls"), run))
        .containsOnly(
            Map.entry("mysql.url", "mysql://u@db/y?sslMode=DISABLED"),
            Map.entry("mysql.password", "abc"),
            Map.entry("recordcount", "10"));
    assertThat(run).containsKeys("tls.enabled", "tls.caFile");
  }

  @Test
  void refusesInvalidUrlsWithoutShowingThem() {
    assertThatThrownBy(() -> PlainUrl.of("oracle://u:secret@db"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> PlainUrl.of("mysql://u:se?cret@db"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageNotContaining("cret");
  }

  @Test
  void refusesPropertiesWithoutAServer() {
    assertThatThrownBy(() -> PlainUrl.of(Binding.of("mongodb-tls"), new Properties()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("mongodb.url");
  }
}
