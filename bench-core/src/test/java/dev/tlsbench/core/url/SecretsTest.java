package dev.tlsbench.core.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsTest {
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

  @Test
  void withholdsFailureWhoseCauseTells() {
    Throwable telling = new IllegalStateException(new IOException("password Quetzal77"));
    Throwable suppressing = new IllegalStateException("nothing here");
    suppressing.addSuppressed(telling);
    assertThat(secrets.harmless(telling)).isEmpty();
    assertThat(secrets.harmless(suppressing)).isEmpty();
    assertThat(secrets.harmless(new IOException("refused"))).isPresent();
  }
}
