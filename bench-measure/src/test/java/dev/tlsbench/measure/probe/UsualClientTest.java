package dev.tlsbench.measure.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.TlsWitness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;

/**
 * The rows of {@code usual-clients.txt} beside the clients of this machine, and beside the page.
 */
class UsualClientTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "clients.md");

  private interface Program {
    void connect(int port) throws Exception;
  }

  /** Returns the offer of a program that connects. */
  private static ClientOffer offer(Program program) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<ClientOffer> heard =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket client = listener.accept()) {
                  return read(client);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      program.connect(listener.getLocalPort());
      return heard.join();
    }
  }

  private static ClientOffer read(Socket client) throws IOException {
    TlsWitness witness = new TlsWitness();
    byte[] some = new byte[4096];
    while (witness.seen().offer() == null) {
      int read = client.getInputStream().read(some);
      assertThat(read).isPositive();
      witness.fromClient(ByteBuffer.wrap(some, 0, read), 0);
    }
    return requireNonNull(witness.seen().offer());
  }

  private static void assertSame(ClientOffer real, String name) {
    UsualClient row =
        UsualClient.all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    assertThat(real.protocols()).as(name).isEqualTo(protocols(row));
    assertThat(real.namedGroups()).as(name).isEqualTo(row.offer().groups());
    assertThat(real.keyShares()).as(name).isEqualTo(row.offer().keyShares());
    assertThat(real.cipherSuites().subList(0, 3))
        .as(name)
        .isEqualTo(row.offer().cipherSuites().subList(0, 3));
  }

  private static List<String> protocols(UsualClient client) {
    return client.offer().protocols().stream().map(Candidates::name).toList();
  }

  @Test
  void hasTheDefaultsOfTheJdkThatRunsThis() throws Exception {
    String name = "JDK " + Runtime.version().feature();
    assumeTrue(UsualClient.all().stream().anyMatch(row -> row.name().equals(name)), name);

    assertSame(
        offer(
            port -> {
              try (SSLSocket socket =
                  (SSLSocket) SSLSocketFactory.getDefault().createSocket("127.0.0.1", port)) {
                socket.startHandshake();
              } catch (SSLException e) {
                // Expected: the listener sends no answer.
              } catch (IOException e) {
                // As above, if the listener is faster.
              }
            }),
        name);
  }

  @Test
  void hasTheDefaultsOfOpenSsl() throws Exception {
    String version = openSsl("version");
    assumeTrue(version.startsWith("OpenSSL 3.0."), "openssl: " + version);

    assertSame(offer(port -> openSsl("s_client", "-connect", "127.0.0.1:" + port)), "OpenSSL 3.0");
  }

  private static String openSsl(String... arguments) throws InterruptedException {
    try {
      List<String> command = new ArrayList<>(List.of("openssl"));
      command.addAll(List.of(arguments));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return printed;
    } catch (IOException e) {
      return "not here";
    }
  }

  @Test
  void isThePageOfTheReference() throws Exception {
    String page = Files.readString(PAGE);

    assertThat(UsualClient.all())
        .allSatisfy(client -> assertThat(page).contains(row(client) + "\n"));
    assertThat(page.lines().filter(line -> line.contains("| 2026-")))
        .hasSameSizeAs(UsualClient.all());
  }

  private static String row(UsualClient client) {
    TrialHello offer = client.offer();
    return "| "
        + String.join(
            " | ",
            client.name(),
            client.date(),
            String.join(", ", protocols(client)),
            offer.keyShares().isEmpty() ? "–" : String.join(", ", offer.keyShares()),
            String.join(", ", offer.groups()),
            offer.cipherSuites().size() + ", first " + offer.cipherSuites().get(0),
            client.source())
        + " |";
  }
}
