package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.measure.fork.Settings.Clients;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The task of a fork on its way to it. */
@Tag("any-jdk")
class ForkSpecTest {
  @Test
  void keepsTheBaselineFirst() throws Exception {
    Map<String, Map<String, String>> variants = new LinkedHashMap<>();
    for (String name : new String[] {"tls13", "control", "plain", "a"}) {
      variants.put(name, Map.of("mysql.url", "mysql://127.0.0.1/ycsb?ssl-mode=DISABLED"));
    }
    ForkSpec spec = new ForkSpec("mysql-tls", variants, Clients.anywhere(1, 0), false, 42, 0, 0);

    assertThat(read(spec).variants().keySet()).containsExactly("tls13", "control", "plain", "a");
  }

  private static ForkSpec read(ForkSpec written) throws Exception {
    ObjectMapper json = new ObjectMapper();
    return json.readValue(json.writeValueAsString(written), ForkSpec.class);
  }
}
