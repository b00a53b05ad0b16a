package dev.tlsbench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bindings, run by stock YCSB's own client. */
class StockYcsbTest {
  @Test
  void runsTheBindingAndShowsWhatWasNegotiated(@TempDir Path directory) throws Exception {
    EmbeddedServer server = SharedServers.mongo();
    Outcome load = client(directory, "-load", server.url());
    assertThat(load.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 100");

    Outcome run = client(directory, "-t", server.url());
    assertThat(run.lines("[READ], Return")).singleElement().asString().contains("Return=OK");
    assertThat(run.lines("[CONNECT], Operations")).hasSize(1);
    assertThat(run.err()).containsOnlyOnce("[TLS], Protocol, TLSv1.3");
  }

  /** Stock YCSB has no log handler of its own, so the JDK's prints the line. */
  @Test
  void logsWarningsAboutTheUrl(@TempDir Path directory) throws Exception {
    EmbeddedServer server = SharedServers.mongo();
    String url = server.url() + (server.url().contains("?") ? "&" : "?") + "foo=bar";
    Outcome load = client(directory, "-load", url);
    assertThat(load.messages()).isEmpty();
    assertThat(load.err())
        .containsOnlyOnce("foo: unknown option")
        .contains("dev.tlsbench.ycsb.mongodb.MongoSession");
  }

  private static Outcome client(Path directory, String phase, String url) throws Exception {
    return new ClientProcess("site.ycsb.Client", directory)
        .run(
            phase,
            "-db",
            "dev.tlsbench.ycsb.MongoTlsClient",
            "-P",
            ClientProcess.workload(directory).toString(),
            "-threads",
            "2",
            "-p",
            "mongodb.url=" + url);
  }
}
