package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.HostAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlUrlTest {
  private static final String SECRET = "Quetzal77";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql:///tmp/mysql.sock?sslMode=REQUIRED",
        "jdbc:mysql:///tmp/mysql.sock/db?sslMode=REQUIRED",
        "jdbc:mysql://%2Ftmp%2Fmysql.sock/db?sslMode=REQUIRED",
        "jdbc:mysql://h:1,%2ftmp%2Fmysql.SOCK/db?sslMode=REQUIRED",
        "jdbc:mysql://%2Fvar%2Frun%2Fmysqld/db?sslMode=REQUIRED",
        "jdbc:mysql://mysql.sock/db?sslMode=REQUIRED",
        "jdbc:mysql://address=(host=%2Ftmp%2Fx.sock)(port=1)/db?sslMode=REQUIRED",
        "jdbc:mysql://address=(host=/tmp/x.sock)(port=1)/db?sslMode=REQUIRED",
        "jdbc:mysql:///db?host=%2Ftmp%2Fx&sslMode=REQUIRED",
        "mysql://u:p@%2Ftmp%2Fmysql.sock/db?ssl-mode=REQUIRED",
        "mysql://u:p@(/tmp/mysql.sock)/db?ssl-mode=REQUIRED",
        "mysql://u@/tmp%2Fmysql.sock?ssl-mode=REQUIRED",
        "mysql://u@h/db?ssl-mode=REQUIRED&socket=/tmp/mysql.sock",
        "mysql://u@h/db?ssl-mode=REQUIRED&Unix_Socket=%2Ftmp%2Fmysql.sock",
        "mysql://u@h/db?ssl-mode=REQUIRED&localSocket=/x",
        "jdbc:mysql://localhost:/tmp/proxysql.sock/ycsb?sslMode=REQUIRED",
        "jdbc:mysql://localhost:/tmp/proxysql?sslMode=REQUIRED",
        "jdbc:mysql://u:p@localhost/tmp/proxysql.sock/ycsb?sslMode=REQUIRED",
        "mysql://u:p@/var/run/mysqld?ssl-mode=REQUIRED"
      })
  void refusesUnixSockets(String url) {
    assertThatThrownBy(() -> MySqlUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("ocket")
        .hasMessageContaining("connections are made over TCP, so name a host and a port")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("u:p");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:p%2Fx.sock@h/x.sock?ssl-mode=REQUIRED",
        "mysql://db.sock.example.org/?ssl-mode=REQUIRED",
        "jdbc:mysql://h:/db?sslMode=REQUIRED",
        "jdbc:mysql://h/a/b?sslMode=REQUIRED",
        "jdbc:mysql://address=(host=h)(password=%2Fx.sock)/db?sslMode=REQUIRED"
      })
  void takesHostsThatAreNoUnixSockets(String url) {
    assertThat(MySqlUrl.parse(url).hosts()).hasSize(1);
  }

  @Test
  void leavesAllButTlsToConnectorJ() {
    MySqlUrl url =
        MySqlUrl.parse(
            "jdbc:mysql://us%3Aer:p%40ss@db.example.org:1/ycsb?sslMode=REQUIRED"
                + "&useServerPrepStmts=true&tlsVersions=TLSv1.3&characterEncoding=UTF%2D8");
    assertThat(url.driverUrl())
        .isEqualTo(
            "jdbc:mysql://us%3Aer:p%40ss@db.example.org:1/ycsb"
                + "?useServerPrepStmts=true&characterEncoding=UTF%2D8");
    assertThat(url.hosts()).containsExactly(new HostAddress("db.example.org", 1));
    assertThat(url.database()).contains("ycsb");
  }

  @Test
  void translatesTheFormOfTheMysqlClient() {
    MySqlUrl url = MySqlUrl.parse("mysql://us%3Aer:p+%40%2F%3A@[::1]:1/my%20db?ssl-mode=REQUIRED");
    assertThat(url.driverUrl()).isEqualTo("jdbc:mysql://[::1]:1/my%20db");
    assertThat(url.driverProperties())
        .containsEntry("user", "us:er")
        .containsEntry("password", "p+@/:")
        .containsEntry("connectTimeout", "10000");
    assertThat(url.database()).contains("my db");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "jdbc:mysql://h/d; h:3306",
        "jdbc:mysql://h:1,i:2/d; h:1,i:2",
        "jdbc:mysql://u:p@h:1,v:q@i/d; h:1,i:3306",
        "jdbc:mysql://u@[h:1,i]/d; h:1,i:3306",
        "jdbc:mysql://(host=h,port=1),address=(host=i)(port=2)/d; h:1,i:2",
        "jdbc:mysql:loadbalance://h,i/d; h:3306,i:3306",
        "jdbc:mysql:replication://h,i/d; h:3306,i:3306",
        "jdbc:mysql+srv://h/d; h:3306",
        "mysql://u:p@h:1,i:2/d; h:1,i:2",
        "MYSQL://h; h:3306",
        "jdbc:mysql:///d; localhost:3306",
        "jdbc:mysql://h?user=a@b; h:3306"
      })
  void readsEveryFormOfHosts(String url, String hosts) {
    assertThat(HostAddress.list(MySqlUrl.parse(url).hosts())).isEqualTo(hosts);
  }

  @Test
  void setsDefaultsOnlyWhereTheUrlIsSilent() {
    MySqlUrl url =
        MySqlUrl.parse("mysql://me@h/d?ssl-mode=DISABLED&useServerPrepStmts=false")
            .withDefaults(
                Map.of(
                    "useServerPrepStmts", "true",
                    "cachePrepStmts", "true",
                    "user", "other",
                    "password", SECRET));
    assertThat(url.driverProperties())
        .doesNotContainKey("useServerPrepStmts")
        .containsEntry("cachePrepStmts", "true")
        .containsEntry("user", "me")
        .containsEntry("password", SECRET);
    assertThat(url.toString()).doesNotContain(SECRET);
    assertThat(url.secrets().hide("x" + SECRET)).isEqualTo("x<hidden>");
    MySqlUrl users =
        MySqlUrl.parse("jdbc:mysql://a:b@h,(host=i,user=e,password=f),j/d")
            .withDefaults(Map.of("user", "c", "password", "d"));
    assertThat(DriverView.of(users).url().getHostsList())
        .extracting(host -> host.getUser() + " " + host.getPassword())
        .containsExactly("a b", "e f", "c d");
  }

  @Test
  void keepsTheConnectTimeOutOfTheUrl() {
    assertThat(MySqlUrl.parse("mysql://h/d?connectTimeout=5").driverProperties())
        .doesNotContainKey("connectTimeout");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "mysql://user:SECRET@h:1/d?ssl-key=/k&ssl-key-password=SECRET;"
            + " jdbc:mysql://<hidden>@h:1/d?ssl-key=/k&ssl-key-password=<hidden>",
        "jdbc:mysql://user:SECRET@h/d?password2=SECRET&trustCertificateKeyStorePassword=SECRET;"
            + " jdbc:mysql://<hidden>@h:3306/d?password2=<hidden>"
            + "&trustCertificateKeyStorePassword=<hidden>",
        "jdbc:mysql://address=(host=h)(user=u)(password=SECRET)/d; jdbc:mysql://<hidden>@h:3306/d",
        "jdbc:mysql://(host=h,password=SECRET)/d?user=u&password=SECRET;"
            + " jdbc:mysql://<hidden>@h:3306/d?user=u&password=<hidden>"
      })
  void hidesCredentials(String template, String shown) {
    MySqlUrl url = MySqlUrl.parse(template.replace("SECRET", SECRET));
    assertThat(url).hasToString(shown);
    assertThat(url.secrets().hide("a " + SECRET + " b")).isEqualTo("a <hidden> b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user:SECRET@localhost",
        "postgres://user:SECRET@localhost",
        "mysqlx://user:SECRET@localhost",
        "jdbc:mariadb://user:SECRET@localhost",
        "mysql:user:SECRET@localhost",
        "mysql://user:SECRET",
        "mysql://user:SECRET/db",
        "mysql://@localhost/db",
        "mysql://:SECRET@localhost/db",
        "mysql://user:SECRET@localhost:port/",
        "mysql://user:SECRET@localhost:0/",
        "mysql://user:SECRET@localhost:65536/",
        "mysql://user:SEC/RET@localhost/",
        "mysql://user:1/SECRET@localhost/",
        "mysql://user:SEC#RET@localhost/",
        "mysql://user:1?SECRET=1@localhost/",
        "mysql://user:SECRET%@localhost/",
        "mysql://user:SECRET%zz@localhost/",
        "mysql://user:SECRET@localhost/?ssl-mode",
        "mysql://user:SECRET@localhost/?ssl-key-password=SECRET%x",
        "mysql://user:SECRET@localhost/?ssl-mode=PREFERRED",
        "mysql://user:SECRET@localhost/",
        "jdbc:mysql://user:SECRET@a:SECRET@b/x",
        "jdbc:mysql://user:SECRET@localhost:x/",
        "jdbc:mysql://(host=h,password=SECRET/x",
        "jdbc:mysql://address=(host=h)(password=SECRET)(sslMode=DISABLED)/x?sslMode=REQUIRED"
      })
  void refusesMalformedUrlInOneLineWithoutTheSecret(String template) {
    Throwable refusal =
        catchThrowable(() -> MySqlUrl.parse(template.replace("SECRET", SECRET)).settings(Map.of()));
    assertThat(refusal).isInstanceOf(InvalidSettingException.class);
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(SECRET, "SEC/", "SEC#", "RET@", "\n");
    }
    assertThat(refusal.getMessage()).contains(";");
  }

  @Test
  void refusesADatabaseThatIsNotWellEncoded() {
    assertThat(catchThrowable(() -> MySqlUrl.parse("jdbc:mysql://h/d%zz?sslMode=DISABLED")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("or database has a '%' that is not followed");
    assertThat(MySqlUrl.parse("jdbc:mysql://h/%20d%20?sslMode=DISABLED").database()).contains("d");
  }

  @Test
  void letsHandshakesTakeAnHourAtMostHoweverLongConnectingMay() {
    MySqlUrl url = MySqlUrl.parse("mysql://h/d?ssl-mode=REQUIRED&connectTimeout=99999999");
    assertThat(url.settings(Map.of()).handshakeTimeout()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void refusesInOneLineWhateverTheUrlHolds() {
    assertThat(catchThrowable(() -> MySqlUrl.parse("mysql://h/d?ssl-mode=NO%0D%0AMODE")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'NO MODE' is none of disabled");
  }

  @Test
  void refusesMoreHostsThanConnectorJReadsInTime() {
    String url = "mysql://" + "address=(".repeat(4000) + "/d?ssl-mode=DISABLED";
    assertThat(catchThrowable(() -> MySqlUrl.parse(url)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("name fewer of them");
  }

  /** The rest of a password with an '&' in it looks like an option. */
  @ParameterizedTest
  @ValueSource(strings = {"w0rd%s=x", "%s=x", "ssl%s=x", "tls-%s=x", "tlsVersion%s"})
  void showsNothingOfWhatMayBeTheRestOfAPassword(String rest) {
    String url = "jdbc:mysql://h/d?sslMode=DISABLED&user=u&password=p4ss&" + rest.formatted(SECRET);
    try {
      assertThat(MySqlUrl.parse(url).warnings())
          .allSatisfy(warning -> assertThat(warning).doesNotContain(SECRET));
    } catch (InvalidSettingException e) {
      for (Throwable at = e; at != null; at = at.getCause()) {
        assertThat(at.toString()).doesNotContain(SECRET);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://root:pw@HOST/db?sslMode=REQUIRED",
        "mysql://root:pw@HOST/db?ssl-mode=REQUIRED",
        "mysql://HOST/?ssl-mode=DISABLED"
      })
  void leadsThroughAnotherAddress(String url) {
    HostAddress relay = new HostAddress("::1", 4711);
    assertThat(MySqlUrl.parse(url.replace("HOST", "db.example.org:1")).through(relay))
        .isEqualTo(url.replace("HOST", "[::1]:4711"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:SECRET@a,b/d?ssl-mode=REQUIRED",
        "mysql://u:SECRET@(host=a,port=1)/d?ssl-mode=REQUIRED",
        "jdbc:mysql://address=(host=a)(port=1)(password=SECRET)/d?sslMode=REQUIRED"
      })
  void leadsThroughOneAddressOnly(String url) {
    MySqlUrl several = MySqlUrl.parse(url);
    assertThatThrownBy(() -> several.through(new HostAddress("h", 1)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("name one, as host:port")
        .hasMessageNotContaining("SECRET");
  }
}
