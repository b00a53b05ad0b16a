package dev.tlsbench.experiment.toy;

import dev.tlsbench.embedded.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Serves the toy's protocol, with a thread for each connection. */
final class ToyServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Map<String, String> records = new ConcurrentSkipListMap<>();
  private final SSLContext tls;

  ToyServer(CertificateAuthority authority) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(authority.issueServer().keyStore("toy"), "toy".toCharArray());
    tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    start(this::accept);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "toy");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      Socket now = client;
      while (true) {
        String line = ToyDatabase.line(now.getInputStream());
        String answer = line.equals("STARTTLS") ? "OK" : answer(line.split(" ", 3));
        now.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.ISO_8859_1));
        if (line.equals("STARTTLS")) {
          SSLSocket encrypted =
              (SSLSocket) tls.getSocketFactory().createSocket(client, null, client.getPort(), true);
          encrypted.setUseClientMode(false);
          now = encrypted;
        }
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private String answer(String... words) {
    return switch (words[0]) {
      case "PING" -> "PONG";
      case "GET" -> records.getOrDefault(words[1], "");
      case "PUT" -> {
        records.put(words[1], words[2]);
        yield "OK";
      }
      case "DEL" -> records.remove(words[1]) == null ? "NONE" : "OK";
      case "SIZE" -> Integer.toString(records.size());
      case "CLEAR" -> {
        records.clear();
        yield "OK";
      }
      default -> "ERROR";
    };
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
