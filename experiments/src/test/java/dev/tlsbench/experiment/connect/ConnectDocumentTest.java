package dev.tlsbench.experiment.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectDocumentTest {
  private static final Path RECORDED =
      Path.of("src/test/resources/recorded/mysql-go-tls/near-TLSv1.3/result.json");

  @Test
  void saysThatTheRunWasInterrupted() throws IOException {
    ObjectNode recorded = (ObjectNode) Json.mapper().readTree(RECORDED.toFile());
    assertThat(notices(recorded)).isZero();

    ObjectNode run = (ObjectNode) recorded.get("run");
    run.put("complete", false).put("exitCode", 4).putArray("problems").add("It was interrupted.");
    assertThat(notices(recorded)).isOne();
  }

  private static int notices(ObjectNode recorded) throws IOException {
    ConnectResult result =
        Json.mapper()
            .readerFor(ConnectResult.class)
            // It is older than some optional fields.
            .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .readValue(recorded);
    return ConnectDocument.of(result, Inventory.take("a server", Map.of())).notices().size();
  }
}
