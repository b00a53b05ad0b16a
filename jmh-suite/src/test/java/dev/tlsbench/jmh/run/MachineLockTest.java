package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path tmp;

  private final String machines = System.getProperty("java.io.tmpdir", "");

  @AfterEach
  void leaveTheMachineToOthers() {
    System.setProperty("java.io.tmpdir", machines);
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void refusesToRunBesideAnotherRun() throws IOException {
    System.setProperty("java.io.tmpdir", tmp.toString());
    System.clearProperty("jmh.ignoreLock");
    MachineLock other = MachineLock.take().orElseThrow();
    System.clearProperty("jmh.ignoreLock");
    try {
      Invocation run = Invocation.ofToys(tmp, "-p", "outcome=good");
      assertThat(run.err())
          .isEqualTo(
              "jmh: another run of JMH is in progress (it has locked "
                  + tmp.resolve("jmh.lock")
                  + "), and the two would disturb each other; wait for its end");
      assertThat(run.exitCode()).isEqualTo(4);
    } finally {
      other.close();
    }
    assertThat(MachineLock.take()).isPresent();
  }
}
