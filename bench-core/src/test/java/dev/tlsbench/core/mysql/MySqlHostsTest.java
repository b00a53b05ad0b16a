package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mysql.cj.conf.HostInfo;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hosts of a URL and the options of single ones, held against Connector/J. */
@Tag("any-jdk")
class MySqlHostsTest {
  private static final String SECRET = "Quetzal77";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//(host=,port=3306)/db",
        "//(host,port=3307)/db",
        "//(port=3307)/db",
        "//(HOST=h,Port=3307)/db",
        "//( host = h , port = 3307 )/db",
        "//(host=h,port=)/db",
        "//(host=h,port=-1)/db",
        "//address=(host=)(port=3307)/db",
        "//address=(port=3307)/db",
        "// address=( host = h )( port = 3307 ) /db",
        "//:3307/db",
        "//u:p@:3307/db",
        "//u:p@/db",
        "//,h/db",
        "//[h:3307,(host=)]/db",
        "//(host=),address=(host=)/db",
        "///db?host=h&port=3307",
        "//(host=)/db?host=h&port=3307",
        "//(port=3307)/db?Host=h&port=1",
        "//i/db?host=h&port=3307",
        "//[]/db",
        "//u@[ ]/db",
        "//,/db",
        "//[,]/db",
        " // h /db",
        "\t//h/db",
        "loadbalance: //h,:3307/db",
        "replication: //h,(host=)/db"
      })
  void meansTheHostsThatTheDriverMeans(String rest) {
    String url = "jdbc:mysql:" + rest;
    MySqlUrl ours = MySqlUrl.parse(url);
    assertThat(ours.hosts()).isEqualTo(DriverView.of(url, new Properties()).hosts());
    assertThat(ours.hosts()).isEqualTo(DriverView.of(ours).hosts());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "jdbc:mysql://h/d?dbname=e; e",
        "jdbc:mysql://h?DBNAME=e; e",
        "jdbc:mysql://(host=h,dbname=e)/d; e",
        "jdbc:mysql://h/d?dbname=;"
      })
  void meansTheDatabaseThatTheDriverMeans(String url, String database) {
    assertThat(MySqlUrl.parse(url).database().orElse(null)).isEqualTo(database);
    assertThat(DriverView.of(url, new Properties()).url().getMainHost().getDatabase())
        .isEqualTo(database == null ? "" : database);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(host=h,port=x)",
        "(host=h,port=0)",
        "address=(host=h)(port=65536)",
        "(host=a b)",
        "(host=a%0Ab)"
      })
  void refusesHostsThatCannotBeReached(String hosts) {
    assertThatThrownBy(() -> MySqlUrl.parse("jdbc:mysql://" + hosts + "/d?sslMode=DISABLED"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageMatching(
            ".*(a host or port that cannot be read|the port of|Connector/J refuses).*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mysql:", "jdbc:mysql:/d", "jdbc:mysql: ?user=u", "JDBC:MYSQL:/h/d"})
  void refusesUrlsWithoutSlashes(String url) {
    assertThatThrownBy(() -> MySqlUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("cannot be recognized by its beginning; write mysql://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(host=h,sslMode=VERIFY_CA)/d",
        "address=(host=h)(sslMode=VERIFY_CA)/d?sslMode=VERIFY_CA",
        "(host=h),address=(host=i)(SSL-MODE=VERIFY_CA)/d?sslMode=VERIFY_CA",
        "[(host=h,tlsVersions=TLSv1.3),i]/d?sslMode=VERIFY_CA",
        "(host=h,ssl%4Dode=VERIFY_CA)/d",
        "(host=h,trustCertificateKeyStorePassword=Quetzal77)/d?sslMode=VERIFY_CA",
        "(host=h,useSSL=no)/d?sslMode=VERIFY_CA"
      })
  void refusesTlsOptionsOfSingleHosts(String rest) {
    assertThatThrownBy(() -> MySqlUrl.parse("jdbc:mysql://" + rest))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("an option of a single host")
        .hasMessageContaining("put it behind the question mark")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void keepsAllElseOfTheHosts() {
    MySqlUrl url =
        MySqlUrl.parse(
            "jdbc:mysql:replication://a%2C:b%29%40@(host=h,port=1,type=source,"
                + "socketTimeout=5),c@address=(host=::1)(password=d%29,)"
                + "(connectTimeout=9),[(host=[::2])],:@()/d");
    assertThat(DriverView.of(url).url().getHostsList().stream().map(MySqlHostsTest::facts))
        .containsExactly(
            "h 1 a, b)@ source 5 10000",
            "::1 3306 c d), null null 9",
            "[::2] 3306 null null null null 10000",
            "localhost 3306 null  null null 10000");
  }

  private static String facts(HostInfo host) {
    return String.join(
        " ",
        host.getHost(),
        Integer.toString(host.getPort()),
        host.getUser(),
        host.getPassword(),
        host.getProperty("type"),
        host.getProperty("socketTimeout"),
        host.getProperty("connectTimeout"));
  }

  @Test
  void leavesHostsAsTheyWereWrittenWhereTheyShareNothing() {
    String hosts = "u:p@(host=h,port=1,user=v),address=(host=i)";
    assertThat(MySqlUrl.parse("jdbc:mysql://" + hosts + "/d?sslMode=DISABLED").driverUrl())
        .isEqualTo("jdbc:mysql://" + hosts + "/d");
  }

  @Test
  void takesWhiteSpaceAroundOptionsAsTheDriverDoes() {
    String url = "jdbc:mysql: // h /d? sslMode = VERIFY_CA & socketTimeout = 5 &\tuser =u";
    MySqlUrl ours = MySqlUrl.parse(url);
    assertThat(ours.settings(Map.of()).trust().allowInvalidHostnames()).isTrue();
    assertThat(DriverView.of(ours).value("socketTimeout")).contains("5");
    assertThat(DriverView.of(ours).value("user")).contains("u");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sessionVariables", "connectionAttributes", "password", "ha.loadBalanceStrategy"})
  void takesFlagsThatTheDriverTakes(String flag) {
    for (String url :
        new String[] {
          "jdbc:mysql://h/d?sslMode=DISABLED&" + flag + "&socketTimeout=5",
          "jdbc:mysql://(host=h," + flag + ")/d?sslMode=DISABLED"
        }) {
      MySqlUrl ours = MySqlUrl.parse(url);
      assertThat(DriverView.of(ours).value(flag))
          .isEqualTo(DriverView.of(url, new Properties()).value(flag));
      assertThat(ours.secrets().hide("my password is")).isEqualTo("my password is");
      assertThat(ours.warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"useCompression", "connectTimeout", "sslMode"})
  void refusesFlagsThatTheDriverRefusesWhenItConnects(String flag) {
    assertThatThrownBy(() -> MySqlUrl.parse("jdbc:mysql://h/d?socketTimeout=5&" + flag))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(flag);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://h/d?password=a&SECRET",
        "jdbc:mysql://h/d?password=a&ssl-SECRET",
        "jdbc:mysql://h/d?password=a&xdevapi.SECRET",
        "jdbc:mysql://u:a?SECRET&compress"
      })
  void refusesFlagsThatMayBeTheRestOfAPassword(String url) {
    Throwable refusal = catchThrowable(() -> MySqlUrl.parse(url.replace("SECRET", SECRET)));
    assertThat(refusal)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("is not of the form name=value");
    assertThat(refusal.toString()).doesNotContain(SECRET);
  }
}
