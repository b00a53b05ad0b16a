package dev.tlsbench.client.faults;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
@Tag("full")
class EmbeddedPostgresDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) {
    return new EmbeddedOwnServer("embedded-postgresql", EmbeddedPostgres.builder(), ca, directory);
  }

  /** PostgreSQL gives no tickets. */
  @Override
  boolean resumes(TlsProvider provider) {
    return false;
  }
}
