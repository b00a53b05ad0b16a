package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A load that reaches {@code maxmemory}, where Redis evicts nothing, as by default. */
@Timeout(60)
class FullRedisTest {
  @Test
  void reportsInsertsThatMemoryRefusesAndKeepsTheOthers(@TempDir Path directory) throws Exception {
    String url = SharedServers.redis().url();
    try (RedisConnections connections = (RedisConnections) RedisUrl.parse(url).open();
        Jedis jedis = connections.connect()) {
      long used = Long.parseLong(found("used_memory:(\\d+)", jedis.info("memory")));
      jedis.configSet("maxmemory", Long.toString(used + (1 << 20)));
      String given = " -p workload=site.ycsb.workloads.CoreWorkload -p recordcount=3000";
      Outcome load =
          new LocalClient(directory)
              .run(("load redis-tls -p redis.url=" + url + given).split(" ", -1));
      jedis.configSet("maxmemory", "0");

      assertThat(load.exitCode()).as(load.err()).isEqualTo(4);
      assertThat(load.err()).contains("OOM command not allowed when used memory > 'maxmemory'");
      assertThat(found("\\[INSERT], Return=OK, (\\d+)", load.out()))
          .as("acknowledged")
          .isEqualTo(Long.toString(jedis.zcard("_indices")));
      assertThat(found("\\[INSERT], Return=ERROR, (\\d+)", load.out())).isEqualTo("1");
    }
  }

  private static String found(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }
}
