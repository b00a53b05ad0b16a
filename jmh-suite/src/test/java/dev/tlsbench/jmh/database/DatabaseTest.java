package dev.tlsbench.jmh.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.EmbeddedMongo;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.jmh.tls.Suite;
import org.junit.jupiter.api.Test;

class DatabaseTest {
  private static final Protection AES128 = Protection.full(Suite.TLS13_AES128_GCM);
  private static final String AES256 = Suite.TLS13_AES256_GCM.cipherSuite();

  @Test
  void refusesAMongoServerWithAnotherSuite() throws Exception {
    try (EmbeddedMongo server =
        EmbeddedMongo.builder().namedGroups(Protection.GROUP).cipherSuites(AES256).start()) {
      MongoUrl url = MongoUrl.parse(server.url());
      assertThatThrownBy(() -> MongoReader.open(url, AES128, AES128.settings(server::caFile)))
          .isInstanceOf(ConnectFailedException.class);
      try (RecordReader reader = MongoReader.open(url, AES128, anySuite(server));
          Reconnection reconnection = MongoReconnection.open(url, AES128, anySuite(server))) {
        assertThatThrownBy(reader::prove).hasMessageContaining("cipherSuite=" + AES256);
        reconnection.connect();
        assertThatThrownBy(reconnection::prove).hasMessageContaining("cipherSuite=" + AES256);
      }
    }
  }

  @Test
  void refusesAMySqlServerWithAnotherSuite() throws Exception {
    try (EmbeddedMySql server = EmbeddedMySql.builder().cipherSuites(AES256).start()) {
      MySqlUrl url = MySqlUrl.parse(server.url());
      assertThatThrownBy(() -> MySqlReconnection.open(url, AES128, AES128.settings(server::caFile)))
          .isInstanceOf(ConnectFailedException.class);
      try (Reconnection reconnection = MySqlReconnection.open(url, AES128, anySuite(server))) {
        reconnection.connect();
        assertThatThrownBy(reconnection::prove).hasMessageContaining("cipherSuite=" + AES256);
      }
    }
  }

  @Test
  void refusesASessionThatIsResumedWhereHandshakesAreToBeFull() throws Exception {
    try (ServerLease lease = ServerLease.of(ServerKind.MONGODB)) {
      MongoUrl url = MongoUrl.parse(lease.server().url());
      TlsSettings resuming =
          Protection.resumed(Suite.TLS13_AES128_GCM).settings(lease.server()::caFile);
      try (Reconnection reconnection = MongoReconnection.open(url, AES128, resuming)) {
        reconnection.connect();
        assertThatThrownBy(reconnection::prove).hasMessageContaining("resumed=true");
      }
    }
  }

  @Test
  void sharesAServerUntilItsLastUserIsGone() throws Exception {
    ServerLease first = ServerLease.of(ServerKind.MONGODB_PLAIN);
    ServerLease second = ServerLease.of(ServerKind.MONGODB_PLAIN);
    long pid = first.server().pid();
    assertThat(second.server().pid()).isEqualTo(pid);
    first.close();
    first.close();
    assertThat(isAlive(pid)).as("alive while it is used").isTrue();
    second.close();
    assertThat(isAlive(pid)).as("alive after its last use").isFalse();
    try (ServerLease third = ServerLease.of(ServerKind.MONGODB_PLAIN)) {
      assertThat(third.server().pid()).isNotEqualTo(pid);
    }
  }

  @Test
  void namesTheDatabasesThatThereAre() {
    assertThatThrownBy(() -> Database.open("oracle", true))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("database: there is no database 'oracle'; choose one of mongodb, mysql");
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static TlsSettings anySuite(EmbeddedServer server) {
    return TlsSettings.builder().caFile(server.caFile()).resumption(false).build();
  }
}
