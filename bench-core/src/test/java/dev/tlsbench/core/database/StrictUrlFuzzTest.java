package dev.tlsbench.core.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.UrlWords;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mistyped and damaged URLs are read, or refused in one line, without their passwords. */
@Tag("any-jdk")
class StrictUrlFuzzTest {
  private static final Mutations MUTATIONS =
      Mutations.ofTexts(
          List.of(
              "cassandra://localhost",
              "cassandra://us%3Aer:p%40ss@a.example.org:1,b.example.org:2,[::1]:3/ycsb?tls=true",
              "cassandra://h/%22Shop%22?tlsCAFile=/ca.pem&tlsCertificateKeyFilePassword=x%20y",
              "cassandra://h/?localDatacenter=a&connectTimeoutMS=1&protocolVersion=4&ssl=false",
              "redis://localhost",
              "rediss://us%3Aer:p%40ss@a.example.org:1/2?tls=true",
              "valkeys://:p@[::1]:3/?tlsCAFile=/ca.pem&tlsCertificateKeyFilePassword=x%20y",
              "valkey://h/0?connectTimeoutMS=1&plainPort=4&ssl=false",
              "https://dynamodb.eu-west-1.amazonaws.com/?tlsCAFile=/ca.pem&credentialsFile=a",
              "http://h:8000/?region=eu-west-1&plainPort=4&tls=false"),
          List.of(
              ("@|:|/|?|#|&|,|=|%|%40|%00|%0A|+|[|]|..| |\n|\0|é|😀|cassandra://|redis://|rediss://"
                      + "|https://|.sock|99999999999999999999|-1|&tls=true|&tlsInsecure=true"
                      + "|&tlsInsecure=x|&tlsProtocols=TLSv1.2|&tlsCipherSuites="
                      + "|&tlsHandshakeTimeoutMS=1|&plainPort=1|&requestTimeoutMS=1|&region=")
                  .split("\\|")));

  private static final List<String> AROUND =
      List.of(
          "cassandra://u:SECRET@h/d",
          "cassandra://u:SECRET@h:x/d?tls=true",
          "cassandra://u:SECRET@h,,i/d",
          "cassandra://u:SECRET@h/d?tls=true&ssl=false",
          "cassandra://u:SECRET@h/d?tls=x&foo=1",
          "cassandra://u:SECRET@h/d?tlsProtocols=TLSv1&tlsCipherSuites=x",
          "cassandra://h/d?tlsCAFile=/c&tlsCAFilePassword=SECRET&tlsProvider=x",
          "cassandra://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=SECRET",
          "cassandra://h/?tlsCertificateKeyFilePassword=SECRET&tlsInsecure=x",
          "redis://u:SECRET@h/0",
          "redis://:SECRET@h/0",
          "rediss://:SECRET@h:x/0?tls=true",
          "redis://u:SECRET@h,i/0",
          "valkeys://u:SECRET@h/d?tls=x&foo=1",
          "https://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=SECRET",
          "http://u:SECRET@h/",
          "u:SECRET@h");

  private static DatabaseUrl parse(String url) {
    return Database.ofUrl(url).parse(url);
  }

  @Test
  void readsOrRefusesEveryUrl() throws InterruptedException {
    Fuzz.of("strict URLs, damaged", MUTATIONS::nextText)
        .check(
            text -> {
              try {
                DatabaseUrl url = parse(text);
                assertThat(url.hosts()).isNotEmpty();
                assertThat(parse(url.plain()).tls().explicitlyEnabled()).isEmpty();
                return true;
              } catch (InvalidSettingException e) {
                assertThat(e.getMessage()).doesNotContain("\n", "\r");
                return false;
              }
            });
  }

  /** A password, and a URL that holds it, with mistakes next to it. */
  private record Secret(String password, String url) {
    static Secret in(Random random) {
      String password = UrlWords.password(random);
      String around = AROUND.get(random.nextInt(AROUND.size()));
      return new Secret(password, around.replace("SECRET", UrlWords.encoded(password)));
    }
  }

  @Test
  void keepsThePasswordToItself() throws InterruptedException {
    Fuzz.of("strict URLs, passwords", Secret::in)
        .check(
            secret -> {
              String said = said(secret.url);
              assertThat(said).doesNotContain(secret.password, UrlWords.encoded(secret.password));
              return !said.startsWith("refused");
            });
  }

  private static String said(String text) {
    try {
      DatabaseUrl url = parse(text);
      return url.toString() + url.settings(Map.of()) + url.hosts();
    } catch (InvalidSettingException e) {
      StringBuilder all = new StringBuilder("refused");
      for (Throwable at = e; at != null; at = at.getCause()) {
        all.append(at);
      }
      return all.toString();
    }
  }
}
