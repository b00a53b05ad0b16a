package dev.tlsbench.ycsb.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
  @Test
  void tellsWhatADriverSaidInOneLineWithoutPasswords() {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", "mysql://joe:Quetzal77@db/ycsb?ssl-mode=REQUIRED");
    properties.setProperty("tls.certificateKeyFilePassword", "Ocelot88");
    Complaints complaints = new Complaints(properties, Exception::getMessage);
    assertThat(complaints.first()).isEmpty();

    complaints.say("read", new SQLException("near 'Quetzal77'\n\u001b[2J'Ocelot88' at line 1"));

    assertThat(complaints.first())
        .get()
        .extracting(Complaints.Cause::message)
        .asString()
        .startsWith("near '<hidden>'")
        .endsWith("'<hidden>' at line 1")
        .hasLineCount(1)
        .doesNotContain("\u001b");
  }

  @Test
  void logsEachKindOfFailureOncePerOperation() {
    List<String> lines = new ArrayList<>();
    Complaints complaints = new Complaints(new Properties(), Exception::getMessage);
    Logger logger = Logger.getLogger(Complaints.class.getName());
    logger.setUseParentHandlers(false);
    logger.setFilter(entry -> lines.add(entry.getMessage()));
    try {
      complaints.say("read", new SQLException("gone"));
      complaints.say("read", new SQLException("gone for good"));
      complaints.say("update", new SQLException("gone"));
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
    Complaints complaints =
        new Complaints(new Properties(), reason -> reason.getMessage() + Complaints.DUPLICATE_KEY);

    complaints.say("insert", new BatchUpdateException("user1 exists", new int[0]));
    complaints.say("read", new SQLException("gone"));
    complaints.say("insert", new BatchUpdateException("user2 exists", new int[0]));

    assertThat(complaints.first())
        .contains(new Complaints.Cause("user1 exists" + Complaints.DUPLICATE_KEY, 2));
  }

  @Test
  void sparesPeopleTheMegabytesOfAServer() {
    Complaints complaints = new Complaints(new Properties(), Exception::getMessage);

    complaints.say("read", new SQLException("x".repeat(1_000_000)));

    assertThat(complaints.first())
        .get()
        .extracting(Complaints.Cause::message)
        .asString()
        .hasSizeLessThan(3_000);
  }
}
