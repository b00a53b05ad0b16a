package dev.tlsbench.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.embedded.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerHomeTest {
  private static final int LEVELS = 12;

  private final Path elsewhere;

  ServerHomeTest(@TempDir Path elsewhere) {
    this.elsewhere = elsewhere;
  }

  /** Paths longer than Linux's PATH_MAX, 4096 bytes, cannot be deleted by their names. */
  @Test
  void leavesNoShutdownHookIfItsDirectoryCannotBeDeleted() throws Exception {
    ServerHome home = ServerHome.open(null);
    Path deepest = directories(home.path());
    Path further = elsewhere.resolve("further");
    directories(further);
    Path tooDeep = Files.move(further, deepest.resolve("further"));
    try {
      assertThatThrownBy(home::close).isInstanceOf(UncheckedIOException.class);

      assertThat(Runtime.getRuntime().removeShutdownHook(hook(home))).isFalse();
    } finally {
      Files.move(tooDeep, further);
      PrivateFiles.deleteRecursively(home.path());
    }
  }

  /** A server needs seconds to bind its port, and a test may open thousands of connections. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void findsPortsThatNoConnectionTakes() throws Exception {
    // Not readString: it reads a byte first, and the kernel gives no second part of this file.
    String range = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range")).get(0);
    int lowestOfConnections = Integer.parseInt(range.split("\t", 2)[0]);

    for (int i = 0; i < 100; i++) {
      assertThat(ServerHome.freePort()).isLessThan(lowestOfConnections);
    }
  }

  private static Path directories(Path parent) throws IOException {
    Path deepest = parent;
    for (int i = 0; i < LEVELS; i++) {
      deepest = deepest.resolve("d".repeat(200));
    }
    return Files.createDirectories(deepest);
  }

  private static Thread hook(ServerHome home) throws ReflectiveOperationException {
    Field hook = ServerHome.class.getDeclaredField("atExit");
    hook.setAccessible(true);
    return (Thread) hook.get(home);
  }
}
