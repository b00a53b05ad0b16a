package dev.tlsbench.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class RecognitionTest {
  private static void assertRecognized(EmbeddedServer server, String scheme, String by)
      throws Exception {
    try (server) {
      String address = "127.0.0.1:" + server.port();
      List<String> messages = new ArrayList<>();

      assertThat(Recognition.at(address, messages::add))
          .isEqualTo(new Recognition.Found(scheme + address + "/", true));
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
    assertRecognized(
        EmbeddedMongo.builder().start(), "mongodb://", "by its answer to a first message over TLS");
  }

  @Test
  void takesNoWebServerForADatabase() throws Exception {
    char[] password = "changeit".toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(CertificateAuthority.create().issueServer().keyStore("changeit"), password);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.start();
    try {
      String address = "127.0.0.1:" + server.getAddress().getPort();
      List<String> messages = new ArrayList<>();

      assertThat(Recognition.at(address, messages::add).known()).isFalse();
      assertThat(messages)
          .containsExactly(address + ": TLS, protocol unknown; probing its TLS alone");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void tellsAddressesFromUrls() {
    assertThat(List.of("db:1", "[::1]:27017", "db"))
        .allSatisfy(text -> assertThat(Recognition.isAddress(text)).isTrue());
    assertThat(List.of("mysql://db:1", "jdbc:mysql:x", "db:1/ycsb", "me:secret@db:1"))
        .allSatisfy(text -> assertThat(Recognition.isAddress(text)).isFalse());
  }
}
