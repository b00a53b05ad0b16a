package dev.tlsbench.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The display on a clock that the test moves. */
@Tag("any-jdk")
class ProgressTest {
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final List<String> lines = new ArrayList<>();
  private long now;

  private Progress progress(boolean isTerminal) {
    PrintStream err = new PrintStream(terminal, true, StandardCharsets.UTF_8);
    return new Progress(err, lines::add, isTerminal, () -> now);
  }

  private void pass(Progress progress, int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += Duration.ofSeconds(1).toNanos();
      progress.tick();
    }
  }

  private String text() {
    return "JVM 1 of 8: warming up, " + Progress.time(Duration.ofNanos(now));
  }

  @Test
  void printsALineEveryTenSecondsInAPipe() {
    Progress progress = progress(false);
    progress.during(true, this::text);
    pass(progress, 25);
    progress.hold();
    pass(progress, 60);

    assertThat(lines)
        .containsExactly(
            "JVM 1 of 8: warming up, 0 s",
            "JVM 1 of 8: warming up, 10 s",
            "JVM 1 of 8: warming up, 20 s");
    assertThat(terminal.size()).isZero();
  }

  @Test
  void isSilentAboutWhatIsDoneWithinTenSeconds() {
    Progress progress = progress(false);
    progress.during(false, this::text);
    pass(progress, 9);
    progress.end();
    pass(progress, 9);

    assertThat(lines).isEmpty();
  }

  @Test
  void changesOneLineEachSecondOnATerminal() {
    Progress progress = progress(true);
    progress.during(true, this::text);
    pass(progress, 2);
    progress.say("usertable is empty");
    progress.end();

    String clear = "\r\u001b[K";
    assertThat(terminal.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            clear
                + "JVM 1 of 8: warming up, 0 s"
                + clear
                + "JVM 1 of 8: warming up, 1 s"
                + clear
                + "JVM 1 of 8: warming up, 2 s"
                + clear);
    assertThat(lines).containsExactly("usertable is empty");
  }
}
