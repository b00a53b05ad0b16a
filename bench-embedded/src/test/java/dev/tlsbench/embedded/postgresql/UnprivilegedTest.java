package dev.tlsbench.embedded.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerHome;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnprivilegedTest {
  private static final List<String> FAILS = List.of("false");
  private static final List<String> MISSING = List.of("no-such-program");

  /** An ordinary user has one way, and root in a container perhaps only the second. */
  @Test
  void startsServerInEachWayThatThisUserHas() throws Exception {
    Path programs =
        PostgresBinaries.in(null, System.getProperty("os.name"), System.getProperty("os.arch"));
    int started = 0;
    for (List<String> way : Unprivileged.WAYS) {
      List<String> prefix;
      try {
        prefix = Unprivileged.prefix(Unprivileged.user(), List.of(way));
      } catch (StartFailedException e) {
        continue;
      }
      ServerHome home = ServerHome.open(null);
      try (home) {
        PostgresServer server = new PostgresServer(home, programs, prefix);
        server.prepare("shop", "joe", "joe_x509", Authentication.SCRAM_SHA_256, "secret");
        server.allow("joe", "joe_x509", Authentication.SCRAM_SHA_256, true);
        String url =
            "jdbc:postgresql://127.0.0.1:%d/shop?sslmode=disable"
                .formatted(server.run(Map.of(), 0));
        DriverManager.getConnection(url, "joe", "secret").close();
        started++;
      }
      assertThat(home.path()).doesNotExist();
    }
    assertThat(started).isPositive();
  }

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
