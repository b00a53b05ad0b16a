package dev.tlsbench.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecognitionTest {
  private static void assertRecognized(EmbeddedServer server, String scheme, String by)
      throws Exception {
    try (server) {
      String address = "127.0.0.1:" + server.port();
      List<String> messages = new ArrayList<>();

      assertThat(Recognition.url(address, messages::add)).isEqualTo(scheme + address + "/");
      assertThat(messages).singleElement().asString().contains("recognized " + by);
    }
  }

  @Test
  void recognizesMySqlByItsGreeting() throws Exception {
    assertRecognized(EmbeddedMySql.builder().start(), "mysql://", "by its greeting");
  }

  @Test
  void recognizesMongoDbInPlainTextAndOverTls() throws Exception {
    assertRecognized(EmbeddedMongo.builder().plain().start(), "mongodb://", "by its answer");
    assertRecognized(EmbeddedMongo.builder().start(), "mongodb://", "as it takes TLS");
  }

  @Test
  void tellsAddressesFromUrls() {
    assertThat(List.of("db:1", "[::1]:27017", "db"))
        .allSatisfy(text -> assertThat(Recognition.isAddress(text)).isTrue());
    assertThat(List.of("mysql://db:1", "jdbc:mysql:x", "db:1/ycsb", "me:secret@db:1"))
        .allSatisfy(text -> assertThat(Recognition.isAddress(text)).isFalse());
  }
}
