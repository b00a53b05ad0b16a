package dev.tlsbench.core.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.UrlWords;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages of a hostile server: long runs of characters that the search for secrets looks at. */
@Tag("any-jdk")
class SecretsFuzzTest {
  private static final int LONGEST_RUN = 200_000;
  private static final String SECRET = "Quetzal77";

  private static final List<String> WORDS =
      List.of(
          "a",
          "-",
          ".",
          " ",
          "\t",
          "\n",
          "\r\n",
          "\u001b",
          "=",
          ":",
          ",",
          "@",
          "/",
          "://",
          "://:",
          ",:",
          ",u:p",
          "u:p@",
          "password",
          "password=",
          "passwordpassword1",
          "secret",
          "tokenx=",
          "&",
          "%3A",
          "😀",
          "\ud83d",
          SECRET,
          SECRET.substring(1));

  private final Secrets secrets = Secrets.of(List.of(SECRET, "p@ss w%rd", "aaaaaaaa"));

  @Test
  void makesOneShortLineOfWhateverAServerSays() throws InterruptedException {
    Fuzz.of("Secrets.hide", SecretsFuzzTest::said)
        .check(
            text -> {
              String line = secrets.hide(text);
              assertThat(line).doesNotContain(SECRET, "\n", "\r", "\u001b");
              assertThat(line.length()).isLessThan(20_100);
              return line.contains(Secrets.HIDDEN);
            });
  }

  @Test
  void takesSecretsOutOfWhateverItIsGiven() throws InterruptedException {
    Fuzz.of("Secrets.hideIn", SecretsFuzzTest::said)
        .check(
            text -> {
              String shown = secrets.hideIn(text);
              assertThat(shown).doesNotContain(SECRET);
              return !shown.equals(text);
            });
  }

  @Test
  void withholdsFailuresThatTell() throws InterruptedException {
    Fuzz.of("Secrets.harmless", SecretsFuzzTest::said)
        .check(
            text -> {
              Throwable failure = new IllegalStateException(new IllegalStateException(text));
              boolean harmless = secrets.harmless(failure).isPresent();
              assertThat(harmless && text.contains(SECRET)).isFalse();
              return harmless;
            });
  }

  private static String said(Random random) {
    StringBuilder text = new StringBuilder();
    for (int parts = 1 + random.nextInt(4); parts > 0; parts--) {
      String word = WORDS.get(random.nextInt(WORDS.size()));
      int length = random.nextInt(LONGEST_RUN >> random.nextInt(16));
      text.append(word.repeat(1 + length / word.length())).append(UrlWords.text(random, 3));
    }
    return text.toString();
  }
}
