package dev.tlsbench.ycsb.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ComplaintsTest {
  @Test
  void tellsWhatADriverSaidInOneLineWithoutPasswords() {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", "mysql://joe:Quetzal77@db/ycsb?ssl-mode=REQUIRED");
    properties.setProperty("tls.certificateKeyFilePassword", "Ocelot88");
    Complaints complaints = new Complaints(properties);
    assertThat(complaints.last()).isEmpty();

    complaints.say("read", new SQLException("near 'Quetzal77'\n\u001b[2J'Ocelot88' at line 1"));

    assertThat(complaints.last())
        .get()
        .asString()
        .startsWith("near '<hidden>'")
        .endsWith("'<hidden>' at line 1")
        .hasLineCount(1)
        .doesNotContain("\u001b");
  }

  @Test
  void sparesPeopleTheMegabytesOfAServer() {
    Complaints complaints = new Complaints(new Properties());

    complaints.say("read", new SQLException("x".repeat(1_000_000)));

    assertThat(complaints.last()).get().asString().hasSizeLessThan(3_000);
  }
}
