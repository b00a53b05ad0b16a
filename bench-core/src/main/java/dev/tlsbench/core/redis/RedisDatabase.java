package dev.tlsbench.core.redis;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.DirectTlsPreamble;
import dev.tlsbench.core.database.Preamble;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Redis, Valkey, and servers of their protocol, RESP. */
public final class RedisDatabase extends Database {
  /** Every server answers it, if only with an error such as {@code NOAUTH}. */
  private static final ByteBuffer PING =
      ByteBuffer.wrap("*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII));

  /** Of {@code +PONG} and a line break; errors are longer, and their rest is not read. */
  private static final int HEADER = 7;

  /** Called by the service loader. */
  public RedisDatabase() {
    super(
        "redis",
        "Redis",
        6379,
        List.of("redis://", "rediss://", "valkey://", "valkeys://"),
        // One program in Debian, of which the server is a link.
        Set.of("redis-server", "valkey-server", "redis-check-rdb", "valkey-check-rdb"));
  }

  @Override
  public Preamble preamble() {
    return new DirectTlsPreamble(
        "Redis",
        PING,
        HEADER,
        header -> text(header).matches("\\+PONG\r\n|-[A-Z]+ ?[ -~]+") ? 0 : -1,
        // Clients send each command as an array of strings.
        header -> text(header).matches("\\*[1-9][0-9]?\r\n\\$[0-9\r]+"));
  }

  private static String text(ByteBuffer header) {
    return StandardCharsets.ISO_8859_1.decode(header.duplicate().rewind()).toString();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return RedisUrl.parse(url);
  }
}
