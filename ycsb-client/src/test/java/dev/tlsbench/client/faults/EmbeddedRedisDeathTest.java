package dev.tlsbench.client.faults;

import dev.tlsbench.embedded.redis.EmbeddedRedis;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** With each write on disk before it is acknowledged ({@code appendfsync always}). */
@Tag("any-jdk")
@Tag("full")
class EmbeddedRedisDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) {
    return new EmbeddedOwnServer(
        "embedded-redis", EmbeddedRedis.builder().appendOnly(), ca, directory);
  }
}
