package dev.tlsbench.ycsb.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  @Test
  void tellsWhatADriverSaidInOneLineWithoutPasswords() {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", "mysql://joe:Quetzal77@db/ycsb?ssl-mode=REQUIRED");
    properties.setProperty("tls.certificateKeyFilePassword", "Ocelot88");
    FailureLog failures = new FailureLog(properties, Exception::getMessage);
    assertThat(failures.first()).isEmpty();

    failures.log("read", new SQLException("near 'Quetzal77'\n\u001b[2J'Ocelot88' at line 1"));

    assertThat(failures.first())
        .get()
        .extracting(FailureLog.Cause::message)
        .asString()
        .startsWith("near '<hidden>'")
        .endsWith("'<hidden>' at line 1")
        .hasLineCount(1)
        .doesNotContain("\u001b");
  }

  @Test
  void logsEachKindOfFailureOncePerOperation() {
    List<String> lines = new ArrayList<>();
    FailureLog failures = new FailureLog(new Properties(), Exception::getMessage);
    Logger logger = Logger.getLogger(FailureLog.class.getName());
    logger.setUseParentHandlers(false);
    logger.setFilter(entry -> lines.add(entry.getMessage()));
    try {
      failures.log("read", new SQLException("gone"));
      failures.log("read", new SQLException("gone for good"));
      failures.log("update", new SQLException("gone"));
    } finally {
      logger.setFilter(null);
      logger.setUseParentHandlers(true);
    }
    assertThat(lines)
        .containsExactly(
            "read failed: gone (logged once; all are counted)",
            "update failed: gone (logged once; all are counted)");
  }

  @Test
  void keepsTheFirstFailureAndCountsThoseOfItsKind() {
    FailureLog failures =
        new FailureLog(new Properties(), reason -> reason.getMessage() + FailureLog.DUPLICATE_KEY);

    failures.log("insert", new BatchUpdateException("user1 exists", new int[0]));
    failures.log("read", new SQLException("gone"));
    failures.log("insert", new BatchUpdateException("user2 exists", new int[0]));

    assertThat(failures.first())
        .contains(new FailureLog.Cause("user1 exists" + FailureLog.DUPLICATE_KEY, 2));
  }

  @Test
  void sparesPeopleTheMegabytesOfAServer() {
    FailureLog failures = new FailureLog(new Properties(), Exception::getMessage);

    failures.log("read", new SQLException("x".repeat(1_000_000)));

    assertThat(failures.first())
        .get()
        .extracting(FailureLog.Cause::message)
        .asString()
        .hasSizeLessThan(3_000);
  }
}
