package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
@Tag("full")
class EmbeddedMongoDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) {
    return new EmbeddedOwnServer("embedded-mongo", EmbeddedMongo.builder(), ca, directory);
  }

  /** It writes to its file every 100 ms, as {@link EmbeddedMongo} says. */
  @Override
  boolean outlivesAKill() {
    return false;
  }
}
