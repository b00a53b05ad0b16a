package dev.tlsbench.core.redis;

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
class RedisUrlFuzzTest {
  private static final Mutations MUTATIONS =
      Mutations.ofTexts(
          List.of(
              "redis://localhost",
              "rediss://us%3Aer:p%40ss@a.example.org:1/2?tls=true",
              "valkeys://:p@[::1]:3/?tlsCAFile=/ca.pem&tlsCertificateKeyFilePassword=x%20y",
              "valkey://h/0?connectTimeoutMS=1&plainPort=4&ssl=false"),
          List.of(
              "@",
              ":",
              "/",
              "?",
              "#",
              "&",
              ",",
              "=",
              "%",
              "%40",
              "%00",
              "%0A",
              "+",
              "[",
              "]",
              " ",
              "\n",
              "\0",
              "é",
              "😀",
              "redis://",
              "rediss://",
              ".sock",
              "99999999999999999999",
              "-1",
              "&tls=true",
              "&tlsInsecure=true",
              "&plainPort=1",
              "&requestTimeoutMS=1"));

  private static final List<String> AROUND =
      List.of(
          "redis://u:SECRET@h/0",
          "redis://:SECRET@h/0",
          "rediss://:SECRET@h:x/0?tls=true",
          "redis://u:SECRET@h,i/0",
          "redis://u:SECRET@h/0?tls=true&ssl=false",
          "valkeys://u:SECRET@h/d?tls=x&foo=1",
          "rediss://h/0?tlsCAFile=/c&tlsCAFilePassword=SECRET&tlsProvider=x",
          "http://u:SECRET@h/",
          "u:SECRET@h");

  @Test
  void readsOrRefusesEveryUrl() throws InterruptedException {
    Fuzz.of("RedisUrl.parse, damaged URLs", MUTATIONS::nextText)
        .check(
            text -> {
              try {
                RedisUrl url = RedisUrl.parse(text);
                assertThat(url.hosts()).isNotEmpty();
                assertThat(RedisUrl.parse(url.plain()).tls().explicitlyEnabled()).isEmpty();
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
    Fuzz.of("RedisUrl.parse, passwords", Secret::in)
        .check(
            secret -> {
              String said = said(secret.url);
              assertThat(said).doesNotContain(secret.password, UrlWords.encoded(secret.password));
              return !said.startsWith("refused");
            });
  }

  private static String said(String text) {
    try {
      RedisUrl url = RedisUrl.parse(text);
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
