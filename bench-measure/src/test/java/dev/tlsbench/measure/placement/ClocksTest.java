package dev.tlsbench.measure.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClocksTest {
  /** Collects garbage, says so, and waits for the end of its standard input. */
  static final class Collecting {
    private Collecting() {}

    public static void main(String[] args) throws IOException {
      for (int i = 0; i < 20; i++) {
        System.gc();
      }
      System.out.println("collected");
      System.in.read();
    }
  }

  @Test
  void tellsCompilersFromCollectors() throws IOException {
    Process withoutCompilers =
        JavaProcess.of(List.of("-Xint"), Collecting.class)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(withoutCompilers.inputReader(StandardCharsets.UTF_8).readLine())
          .isEqualTo("collected");

      assertThat(Clocks.ofHousekeeping(withoutCompilers.pid())).isPositive();
      assertThat(Clocks.ofCompilers(withoutCompilers.pid())).isZero();
    } finally {
      withoutCompilers.destroy();
    }
  }

  @Test
  void seesTheCompilersOfAJvmThatHasThem() {
    assertThat(Clocks.ofCompilers(ProcessHandle.current().pid())).isPositive();
  }

  /** A shell whose child works and ends, and which then waits. */
  @Test
  void seesTheTimeOfChildrenThatHaveEnded() throws IOException {
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "(i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done); echo ended; read line")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(shell.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("ended");

      assertThat(Clocks.ofEndedChildren(shell.pid())).isGreaterThanOrEqualTo(10);
    } finally {
      shell.destroy();
    }
  }
}
