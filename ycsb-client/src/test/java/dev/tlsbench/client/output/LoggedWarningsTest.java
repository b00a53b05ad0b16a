package dev.tlsbench.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LoggedWarningsTest {
  private static final String NAME = "dev.tlsbench.ycsb.some.Class";

  @Test
  void passesEachWarningOnOnce() {
    List<String> lines = new ArrayList<>();
    try (LoggedWarnings logged = new LoggedWarnings(lines::add)) {
      assertThat(logged).isNotNull();
      System.getLogger(NAME).log(Level.WARNING, "a {0} 'b'");
      System.getLogger(NAME).log(Level.WARNING, "a {0} 'b'");
      System.getLogger(NAME + "2").log(Level.WARNING, "c");
      System.getLogger(NAME).log(Level.INFO, "d");
      System.getLogger("org.example").log(Level.DEBUG, "e");
    }
    assertThat(lines).containsExactly("a {0} 'b'", "c");
  }

  @Test
  void leavesTheLoggerAsItWas() {
    Logger logger = Logger.getLogger("dev.tlsbench");
    int handlers = logger.getHandlers().length;
    new LoggedWarnings(line -> {}).close();
    assertThat(logger.getHandlers()).hasSize(handlers);
    assertThat(logger.getUseParentHandlers()).isTrue();
  }

  @Test
  void leavesTheLoggerAsItWasWhicheverOfTwoIsClosedFirst() {
    LoggedWarnings first = new LoggedWarnings(line -> {});
    LoggedWarnings second = new LoggedWarnings(line -> {});
    first.close();
    assertThat(Logger.getLogger("dev.tlsbench").getUseParentHandlers()).isFalse();
    second.close();
    assertThat(Logger.getLogger("dev.tlsbench").getUseParentHandlers()).isTrue();
  }
}
