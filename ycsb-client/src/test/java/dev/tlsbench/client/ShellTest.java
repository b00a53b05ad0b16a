package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class ShellTest {
  @Test
  void doesOneOperationForEachCommand(@TempDir Path directory) throws Exception {
    EmbeddedServer server = SharedServers.mongo();
    Outcome shell =
        new ClientProcess(YcsbClient.class.getName(), directory)
            .input(
                """
                  insert user7 field0=seven field1=x=y
                  read user7
                  scan user7 1 field0
                  update user7 field0=eight
                  read user7 field0
                  update user7 field0=\u001b[2Jred
                  read user7

                  delete user7
                  read user7
                  nonsense
                  scan user7 many
                  table other
                  tls
                  """)
            .run("shell", "mongodb-tls", "-p", "mongodb.url=" + server.url());

    assertThat(shell.exitCode()).as(shell.err()).isZero();
    assertThat(shell.out())
        .contains("field0=seven", "field1=x=y", "field0=eight", "NOT_FOUND", "BAD_REQUEST")
        .contains("field0=\\u001b[2Jred")
        .doesNotContain("\u001b")
        .contains("type help", "other", "[TLS], Protocol, TLSv1.3");
    assertThat(shell.err()).doesNotContain("Exception");
  }

  @Test
  void endsAsTheOtherCommandsDoIfItCannotConnect(@TempDir Path directory) throws Exception {
    Outcome shell =
        new ClientProcess(YcsbClient.class.getName(), directory)
            .run("shell", "mysql-tls", "-p", "mysql.url=mysql://127.0.0.1:1/db?ssl-mode=REQUIRED");

    assertThat(shell.exitCode()).isEqualTo(3);
    assertThat(shell.err().lines()).singleElement().asString().contains("127.0.0.1:1");
  }

  @Test
  void refusesAWrongOptionBeforeItConnects(@TempDir Path directory) {
    Outcome shell =
        new LocalClient(directory)
            .run(
                "shell", "mongodb-tls", "-p", "mongodb.url=mongodb://127.0.0.1:1/", "-p", "table=");
    assertThat(shell.exitCode()).isEqualTo(2);
    assertThat(shell.err()).startsWith("ycsb: table: '' is blank");
  }
}
