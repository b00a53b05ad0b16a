package dev.tlsbench.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.embedded.StartFailedException;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnprivilegedTest {
  private static final List<String> FAILS = List.of("false");
  private static final List<String> MISSING = List.of("no-such-program");

  @Test
  void leavesOrdinaryUserAlone() throws Exception {
    assertThat(Unprivileged.prefix(1000, List.of(FAILS))).isEmpty();
  }

  @Test
  void takesFirstWayThatWorks() throws Exception {
    List<String> works = List.of("sh", "-c", "exit 0");
    assertThat(Unprivileged.prefix(0, List.of(MISSING, FAILS, works, FAILS))).isEqualTo(works);
  }

  @Test
  void saysThatRootCannotStartIt() {
    assertThatThrownBy(() -> Unprivileged.prefix(0, List.of(FAILS, MISSING)))
        .isInstanceOf(StartFailedException.class)
        .hasMessageStartingWith("PostgreSQL: does not run as root")
        .hasMessageEndingWith("start as another user, or give the URL of a server");
  }
}
