package dev.tlsbench.jmh.benchmark;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PairedBodiesTest {
  @Test
  @Tag("full")
  void everyMessageRunsBesideTheOthers() throws Exception {
    OwnJvm.run(RecordPairs.class, "size", List.of("64", "1024", "16384"));
  }

  @Test
  void everyHandshakeRunsBesideTheOthers() throws Exception {
    OwnJvm.run(
        HandshakePairs.class,
        "comparison",
        List.of("kinds", "mutual", "groups", "groupsOfRsa", "providers", "trust", "trustOfRsa"));
  }
}
