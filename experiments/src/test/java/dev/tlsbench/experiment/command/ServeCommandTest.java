package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a process of its own, which can be signalled. */
@Tag("any-jdk")
class ServeCommandTest {
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)/");

  @TempDir private Path temporary;

  @Test
  void stopsItsServerOnSigtermAndEndsWell() throws Exception {
    try (Serving serving =
        serve("serve", "--binding", "mongodb-tls", "--directory", temporary.toString())) {
      String url = serving.line();
      assertThat(url).startsWith("mongodb://127.0.0.1:").contains("?tls=true&tlsCAFile=");
      assertThat(CommandRun.in(temporary, "probe", url, "--handshakes", "0").exitCode()).isZero();

      serving.process.destroy();
      serving.awaitEnd();
      assertThat(isOpen(url)).isFalse();
      assertThat(temporary.resolve("mongo.mv")).exists();
    }
  }

  @Test
  void stopsWhenStandardInputEnds() throws Exception {
    try (Serving serving =
        serve("serve", "--binding", "mongodb-tls", "--until-stdin-ends", "--plain-too")) {
      String encrypted = serving.line();
      String plain = serving.line();
      assertThat(plain).matches("mongodb://127\\.0\\.0\\.1:\\d+/ycsb");
      assertThat(encrypted).startsWith(plain + "?tls=true");
      try (MongoClient client = MongoClients.create(plain)) {
        assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1)))
            .containsEntry("ok", 1.0);
      }

      serving.process.getOutputStream().close();
      serving.awaitEnd();
      assertThat(isOpen(plain)).isFalse();
    }
  }

  @Test
  void keepsThePasswordInAFileOfItsOwner() throws Exception {
    try (Serving serving =
        serve(
            "serve",
            "--binding",
            "mysql-tls",
            "--directory",
            temporary.toString(),
            "--until-stdin-ends")) {
      String shown = serving.line();
      assertThat(shown).startsWith("mysql://ycsb@127.0.0.1:").contains("ssl-mode=VERIFY_IDENTITY");
      Path file = temporary.resolve("url.properties");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      Properties properties = new Properties();
      try (BufferedReader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
      MySqlUrl url = MySqlUrl.parse(properties.getProperty("mysql.url"));
      assertConnects(url);
      serving.process.getOutputStream().close();
      serving.awaitEnd();
      assertThat(serving.errors()).contains("-P " + file, "--show-password");
      String password =
          properties.getProperty("mysql.url").replaceFirst("^mysql://ycsb:([^@]*)@.*", "$1");
      assertThat(serving.errors() + shown).doesNotContain(password);
    }
  }

  @Test
  @Tag("full")
  void showsThePasswordWhenAskedTo() throws Exception {
    try (Serving serving =
        serve("serve", "--binding", "mysql-tls,mongodb-tls", "--show-password", "--plain-too")) {
      MySqlUrl encrypted = MySqlUrl.parse(serving.line());
      MySqlUrl plain = MySqlUrl.parse(serving.line());
      for (MySqlUrl url : List.of(encrypted, plain)) {
        assertConnects(url);
      }
      assertThat(serving.line()).startsWith("mongodb://");
    }
  }

  private static void assertConnects(MySqlUrl url) throws Exception {
    try (MySqlConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect()) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void refusesUnknownBindingsAndUnusablePorts() throws Exception {
    assertRefused("two servers", "--binding", "mongodb-tls,mysql-tls", "--port", "12345");
    assertRefused("there is no binding", "--binding", "oracle-tls");
    assertRefused("--port: port 65536 is out of range; give 0 to 65535", "--port", "65536");
    assertRefused("--port: port -1 is out of range", "--port=-1");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      for (String binding : List.of("mysql-tls", "mongodb-tls")) {
        assertRefused(
            "--port: cannot listen on 127.0.0.1:" + port, "--binding", binding, "--port", port);
      }
    }
    assertRefused("--plain", "--plain", "--plain-too");
  }

  private static void assertRefused(String says, String... args) {
    CommandRun.of(CommandRun.words("serve", args)).refused(says);
  }

  private static boolean isOpen(String url) {
    Matcher port = PORT.matcher(url);
    assertThat(port.find()).isTrue();
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private Serving serve(String... args) throws IOException {
    Path errors = Files.createTempFile(temporary, "err", ".txt");
    ProcessBuilder java = CommandRun.inOwnJvm(args).redirectError(errors.toFile());
    return new Serving(java.start(), errors);
  }

  private record Serving(Process process, Path errorFile, BufferedReader out)
      implements AutoCloseable {
    Serving(Process process, Path errorFile) {
      this(process, errorFile, process.inputReader(StandardCharsets.UTF_8));
    }

    /** Waits until it has ended, with exit code 0. */
    void awaitEnd() throws InterruptedException {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
    }

    String line() throws IOException {
      String line = out.readLine();
      assertThat(line).as(errors()).isNotNull();
      return line;
    }

    String errors() throws IOException {
      return Files.readString(errorFile);
    }

    @Override
    public void close() throws IOException {
      out.close();
      process.destroy();
      process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
  }
}
