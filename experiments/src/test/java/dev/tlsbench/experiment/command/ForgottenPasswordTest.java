package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.RealServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MySQL 9.7 while it has no hash of the user's password, as after a start: it takes a plain log-in
 * only after one over TLS.
 */
@Tag("real-servers")
class ForgottenPasswordTest {
  private String url = "";
  private String plainUrl = "";

  @BeforeEach
  void forget() throws Exception {
    RealServers servers = RealServers.running();
    String bare = servers.url("MYSQL_URL");
    url = bare + "?ssl-ca=" + servers.file("CA_FILE");
    plainUrl = bare + "?ssl-mode=DISABLED";
    String password = bare.replaceFirst(".*://[^:]*:([^@]*)@.*", "$1");
    execute("ALTER USER USER() IDENTIFIED BY '" + password + "'");
  }

  @AfterEach
  void drop() throws Exception {
    execute("DROP TABLE IF EXISTS forgotten");
  }

  private static MySqlConnections connections(String text) {
    MySqlUrl parsed = MySqlUrl.parse(text);
    return parsed.open(parsed.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }

  private void execute(String sql) throws Exception {
    try (MySqlConnections connections = connections(url);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void isLearntOverTlsBeforeThePlainVariantConnects(@TempDir Path directory) throws Exception {
    try (MySqlConnections plain = connections(plainUrl)) {
      assertThatThrownBy(plain::connect).hasMessageContaining("log in over TLS once");
    }
    CommandRun run =
        CommandRun.in(
            directory,
            "compare",
            url,
            "--load --variant=plain,tls13 -p mysql.table=forgotten --forks=2 --epochs=2 --blocks=1",
            "-p workload=site.ycsb.workloads.CoreWorkload -p recordcount=50 --window=20ms",
            "--warm-up=100ms --jvm-arg=-XX:TieredStopAtLevel=1");

    run.measured();
    assertThat(run.err()).doesNotContain("allowPublicKeyRetrieval");
    assertThat(run.out()).contains("Differences from the baseline", "TLS 1.3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bulk", "sweep --axis=threads=1,2", "saturate", "connect"})
  void deniesAccessWithAWrongPassword(String command, @TempDir Path directory) {
    String wrong = url.replaceFirst("://([^:]*):[^@]*@", "://$1:nonesuch@");
    CommandRun run = CommandRun.in(directory, CommandRun.words(command.split(" ", -1), wrong));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
    assertThat(run.err().lines()).last().asString().contains("Access denied for user");
    assertThat(directory).isEmptyDirectory();
  }
}
