package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
@Tag("full")
class EmbeddedMySqlDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) {
    return new EmbeddedOwnServer("embedded-mariadb", EmbeddedMySql.builder(), ca, directory);
  }

  /** wolfSSL, as MariaDB uses it, sends no tickets under TLS 1.3. */
  @Override
  String protocol() {
    return "TLSv1.2";
  }
}
