package dev.tlsbench.experiment.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectRun;
import dev.tlsbench.measure.connect.ConnectSettings;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ConnectDocumentTest {
  @Test
  void holdsNoPassword() throws Exception {
    EmbeddedServer server = SharedServers.mySql();

    Document document = document(server.url(), 3, run -> {});

    assertThat(new String(Json.bytes(document), StandardCharsets.UTF_8))
        .doesNotContain(SharedServers.password(server));
  }

  @Test
  void saysThatTheRunWasInterrupted() throws Exception {
    Document document = document(SharedServers.mongo().url(), 50, ConnectRun::stop);

    assertThat(document.notices()).hasSize(1);
  }

  private static Document document(String url, int connections, Consumer<ConnectRun> before)
      throws ConnectFailedException {
    Properties properties = new Properties();
    properties.setProperty("tls.protocols", "TLSv1.2");
    properties.setProperty(Binding.ofUrl(url).urlProperty(), url);
    ConnectSettings settings =
        new ConnectSettings(connections, 1, Duration.ZERO, Duration.ZERO, false, 1);
    try (Target target = Target.open(Binding.ofUrl(url), properties, line -> {});
        ConnectRun run = new ConnectRun(Series.USUAL, target, settings, line -> {}, text -> text)) {
      before.accept(run);
      ConnectResult result = run.run("tlsbench connect");
      return ConnectDocument.of(result, Inventory.take("a server", Map.of()));
    }
  }
}
