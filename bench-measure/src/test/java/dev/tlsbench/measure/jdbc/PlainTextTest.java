package dev.tlsbench.measure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** MySQL and PostgreSQL decide about plain text only when they know the user. */
class PlainTextTest {
  @Test
  void learnsByALoginWhetherPlainTextIsLetIn() throws IOException {
    assertThat(plainText(SharedServers.mySql(), Map.of())).contains(true);
    assertThat(plainText(SharedServers.postgres(), Map.of())).contains(true);
    try (EmbeddedMySql mySql = EmbeddedMySql.builder().requireSecureTransport().start();
        EmbeddedPostgres postgres = EmbeddedPostgres.builder().requireSecureTransport().start()) {
      for (EmbeddedServer server : List.of(mySql, postgres)) {
        Binding binding = Binding.ofUrl(server.url());
        String url = server.url().replaceFirst("://.*@([^/]*)/[^?]*", "://$1/");
        Map<String, String> login =
            Map.of(
                binding.property("user"),
                server.url().replaceFirst(".*://(.*):.*@.*", "$1"),
                binding.property("password"),
                SharedServers.password(server),
                "tls.protocols",
                "TLSv1.3",
                binding.urlProperty(),
                url);

        assertThat(plainText(server, login)).contains(false);
        assertThat(plainText(server, Map.of(binding.urlProperty(), url))).isEmpty();
        assertThatThrownBy(() -> plainText(binding, login, TlsSettings.builder().enabled(true)))
            .isInstanceOf(ConnectFailedException.class)
            .hasMessageContaining("certificate");
        String wrong = server.url().replaceFirst(":[^:@]*@", ":wrong@");
        assertThatThrownBy(() -> plainText(server, Map.of(binding.urlProperty(), wrong)))
            .isInstanceOf(ConnectFailedException.class);
      }
    }
  }

  /** PostgreSQL may ask for the password itself, which anyone on the way could read. */
  @Test
  void sendsNoPasswordAsItIs() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      Path home = Objects.requireNonNull(server.logFile().getParent());
      Files.writeString(
          home.resolve("pg_hba.conf"),
          "hostssl all all 127.0.0.1/32 scram-sha-256\nhostnossl all all 127.0.0.1/32 password\n");
      try (Stream<Path> files = Files.walk(home)) {
        Path pid = files.filter(file -> file.endsWith("postmaster.pid")).findFirst().orElseThrow();
        String[] reload = {"kill", "-HUP", Files.readAllLines(pid).get(0)};
        assertThat(new ProcessBuilder(reload).start().waitFor()).isZero();
      }
      while (!Files.readString(server.logFile()).contains("reloading configuration files")) {
        Thread.onSpinWait();
      }

      assertThatThrownBy(() -> plainText(server, Map.of()))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("requireAuth");
    }
  }

  private static Optional<Boolean> plainText(EmbeddedServer server, Map<String, String> more)
      throws ConnectFailedException {
    Binding binding = Binding.ofUrl(server.url());
    Map<String, String> all = new HashMap<>(Map.of(binding.urlProperty(), server.url()));
    all.putAll(more);
    return plainText(binding, all, binding.database().parse(server.url()).tls());
  }

  private static Optional<Boolean> plainText(
      Binding binding, Map<String, String> properties, TlsSettings.Builder tls)
      throws ConnectFailedException {
    return MeasuredDatabase.of(binding.database())
        .letsPlainTextIn(RunProperties.of(properties), tls.enabled(true).build());
  }
}
