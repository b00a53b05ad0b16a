package dev.tlsbench.core.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  /** Each may go on behind its end, up to the end of the text: all of them would be gigabytes. */
  @Test
  void findsManySecretsInOneTextInLittleMemory() {
    String text = "a.password=Quetzal77 ".repeat(50_000) + "b.password=Ocelot88";
    Secrets secrets = Secrets.in(Map.of("mysql.url", text));

    assertThat(secrets.hideIn("Quetzal77, Ocelot88")).isEqualTo("<hidden>, <hidden>");
  }

  private final Secrets secrets = Secrets.of(List.of("Quetzal77", "Quetzal77!", "ab"));

  @Test
  void hidesTheLongestFirst() {
    assertThat(secrets.hide("no Quetzal77! here, nor Quetzal77"))
        .isEqualTo("no <hidden> here, nor <hidden>");
  }

  @Test
  void leavesTextAloneThatHoldsOnlyAShortSecret() {
    assertThat(secrets.hide("about")).isEqualTo("about");
  }

  @Test
  void makesOneLine() {
    assertThat(secrets.hide("first\n  second\r\nthird ")).isEqualTo("first second third");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql.password | s3cret",
        "db.passwd | s3cret",
        "TLSBENCH_P_MYSQL_PASSWORD | s3cret",
        "tls.certificateKeyFilePassword | s3cret",
        "mongodb.url | mongodb://user:s3cret@h:1/db",
        "mongodb.url | mongodb://user:s3%63ret@h/",
        "mongodb.url | mongodb://h/?proxyHost=p&proxyUsername=u&proxyPassword=s3cret",
        "mongodb.url | mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:s3cret",
        "mysql.url | mysql://user:s3cret@h/db?ssl-ca=x",
        "mysql.url | jdbc:mysql://a:other@h1,b:s3cret@h2/db",
        "mysql.url | jdbc:mysql://h/db?user=x&password=s3cret",
        "mysql.url | jdbc:mysql://h/db?password1=a&password2=s3cret",
        "mysql.url | jdbc:mysql://h/db?trustCertificateKeyStorePassword=s3cret&x=y",
        "mongodb.url | mongodb://h/?tls=true&tlsCertificateKeyFilePassword=s3cret",
        "mysql.url | jdbc:mysql://address=(host=h)(user=u)(password=s3cret)/db",
      })
  void hidesPasswordsWhereverTheyAreGiven(String name, String value) {
    String hidden = Secrets.in(Map.of(name, value)).hideIn("denied for s3cret at " + value);
    assertThat(hidden).doesNotContain("s3cret", "s3%63ret").contains("<hidden>");
  }

  /** Whatever the mistake, the error about it may quote a part. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://joe:s3cret@h/db",
        "mysql://joe:s3cret/db",
        "mysql://joe:s3cret/x@y@h/db",
        "joe:s3cret@h",
        "mysql://joe%3As3cret@h/db",
        "mysql.password: s3cret",
        "mysql.password:s3cret",
        "-p=mysql.password : s3cret",
        "-p=mysql.password=s3cret",
        "v:url=mongodb://joe:s3cret@h/db,tls.enabled=true",
        "v:mysql.password=s3cret,tls.enabled=true",
      })
  void findsThemInArguments(String argument) {
    assertThat(Secrets.in(List.of(argument)).hideIn("'s3cret' is no number"))
        .isEqualTo("'<hidden>' is no number");
  }

  @Test
  void hidesWhatStandsInThePlaceOfASecretThoughItIsNotKnown() {
    assertThat(Secrets.of(List.of()).hideIn("at mysql://u:pw@h/db?password=no&useSSL=true,\nx"))
        .isEqualTo("at mysql://u:<hidden>@h/db?password=<hidden>&useSSL=true,\nx");
  }

  @Test
  void hidesSecretsThatOverlap() {
    assertThat(Secrets.of(List.of("abcdef", "defghijkl", "bcd")).hideIn("xabcdefghijkl bcdx"))
        .isEqualTo("x<hidden> <hidden>x");
  }

  @Test
  void hidesASecretThatIsEncodedElsewhere() {
    assertThat(Secrets.of(List.of("p@ss word")).hideIn("p%40ss+word p%40ss%20word p@ss word"))
        .isEqualTo("<hidden> <hidden> <hidden>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://host:27017/db?tls=true",
        "mongodb://h1:27017,h2:27018/db",
        "mongodb://[::1]:27017/db",
        "mysql://joe@h/db?ssl-ca=ca.pem",
        "jdbc:mysql://h/db?disconnectOnExpiredPasswords=true&passwordCharacterEncoding=UTF-8",
      })
  void leavesUrlsWithoutPasswordsAlone(String url) {
    Secrets none = Secrets.in(Map.of("db.url", url));
    String text = "true UTF-8 [::1]:27017 host:27017 refused " + url;
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.hideIn(text)).isEqualTo(text);
  }

  @Test
  void withholdsFailureWhoseCauseTells() {
    Throwable telling = new IllegalStateException(new IOException("password Quetzal77"));
    Throwable suppressing = new IllegalStateException("nothing here");
    suppressing.addSuppressed(telling);
    assertThat(secrets.harmless(telling)).isEmpty();
    assertThat(secrets.harmless(suppressing)).isEmpty();
    assertThat(secrets.harmless(new IOException("refused"))).isPresent();
  }

  @Test
  void keepsTheBeginningOfALongMessageAndNoPartOfASecretAtItsEnd() {
    String blank = " ";
    assertThat(secrets.hide(blank.repeat(1995) + "Quetzal77" + "x".repeat(5000)))
        .isEqualTo("<hidden>…");
    assertThat(secrets.hide("x".repeat(1_000_000))).isEqualTo("x".repeat(2000) + "…");
  }

  @Test
  void leavesNothingThatATerminalObeys() {
    assertThat(secrets.hide("no\u001b[2J\u0007 Quetzal77\u009b"))
        .isEqualTo("no\\u001b[2J\\u0007 <hidden>\\u009b");
  }

  @Test
  void knowsSecretsWithALineBreak() {
    Secrets broken = Secrets.of(List.of("left\n right"));
    assertThat(broken.hide("denied: left\n right!")).isEqualTo("denied: <hidden>!");
    assertThat(broken.hideIn("denied: left right!")).isEqualTo("denied: <hidden>!");
  }

  @Test
  void isTheSameAfterAllThatItHasIsAdded() {
    assertThat(secrets.and(List.of("Quetzal77"))).isSameAs(secrets);
    assertThat(secrets.and(Secrets.of(List.of("ab", "Quetzal77!")))).isSameAs(secrets);
    assertThat(secrets.and(List.of("other")).hideIn("Quetzal77 other"))
        .isEqualTo("<hidden> <hidden>");
  }

  @Test
  void encodesOnceHoweverOftenSecretsAreAdded() {
    Secrets all = Secrets.of(List.of("p@ss w%rd"));
    for (int i = 0; i < 10; i++) {
      all = all.and(Secrets.of(List.of("p@ss w%rd", "more" + i)));
    }
    assertThat(all.hideIn("p%40ss+w%25rd p%2540ss%2Bw%2525rd"))
        .isEqualTo("<hidden> p%2540ss%2Bw%2525rd");
  }
}
