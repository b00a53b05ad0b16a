package dev.tlsbench.experiment.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectRun;
import dev.tlsbench.measure.connect.ConnectSettings;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class ConnectDocumentTest {
  @Test
  void holdsNoPassword() throws Exception {
    EmbeddedServer server = SharedServers.mySql();

    Document document = document(server.url(), 3, (run, line) -> {});

    assertThat(new String(Json.bytes(document), StandardCharsets.UTF_8))
        .doesNotContain(SharedServers.password(server));
  }

  @Test
  void saysThatTheRunWasInterrupted() throws Exception {
    Document document =
        document(
            SharedServers.mongo().url(),
            10_000,
            (run, line) -> {
              if (line.contains("new connections")) {
                run.stop();
              }
            });

    assertThat(document.notices()).hasSize(1);
  }

  private static Document document(
      String url, int connections, BiConsumer<ConnectRun, String> messages) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("tls.protocols", "TLSv1.2");
    properties.setProperty(Binding.ofUrl(url).urlProperty(), url);
    ConnectSettings settings =
        new ConnectSettings(
            connections,
            1,
            Duration.ZERO,
            Duration.ZERO,
            false,
            1,
            1,
            null,
            Cores.ALL,
            false,
            List.of());
    try (Target target = Target.open(Binding.ofUrl(url), properties, line -> {})) {
      List<ConnectRun> run = new ArrayList<>();
      run.add(
          new ConnectRun(
              Series.USUAL,
              target,
              settings,
              line -> messages.accept(run.get(0), line),
              text -> text));
      ConnectResult result = run.get(0).run("tlsbench connect");
      return ConnectDocument.of(result, Inventory.take("a server", Map.of()));
    }
  }
}
