package dev.tlsbench.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuideTest {
  /** A target; does nothing unless it is guided. */
  static class Target {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void isNeverThirteen() throws Exception {
      if (Guide.here() == null) {
        return;
      }
      Fuzz.of("never 13", (Random random) -> random.nextInt(256))
          .check(
              number -> {
                assertThat(folder).isDirectory();
                assertThat(number).isNotEqualTo(13);
                return Files.exists(folder);
              });
    }

    @Test
    void triesNothing() {}
  }

  private static Guide through(String method) {
    return Guide.through(Target.class.getName(), method);
  }

  private static Random bytes(int choice) {
    return new DrawnRandom(new byte[] {(byte) choice});
  }

  @Test
  void makesTheTriesOfATestWithItsSetUp() throws InterruptedException {
    Guide guide = through("isNeverThirteen");

    guide.tryOne(bytes(12));
    assertThatThrownBy(() -> guide.tryOne(bytes(13)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("never 13: ")
        .hasMessageContaining("with the input 13")
        .hasMessageNotContaining("fuzz.seed");
    guide.tryOne(bytes(14));
    assertThat(guide.choices(1)).hasSize(1);
    guide.end();
  }

  @Test
  void refusesATestWithoutTries() {
    assertThatThrownBy(() -> through("triesNothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("#triesNothing: ")
        .hasMessageContaining("no such test, or one without tries");
  }

  @Test
  void refusesATestThatIsNotThere() {
    assertThatThrownBy(() -> through("noSuchTest")).isInstanceOf(IllegalArgumentException.class);
  }
}
