package dev.tlsbench.ycsb.dynamodb;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tlsbench.embedded.CertificateAuthority;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A server that records DynamoDB's requests, and answers all of them alike. */
public final class CannedDynamo implements AutoCloseable {
  private static final String PASSWORD = "canned";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String answer = "{}";

  /** A signed request. */
  record Request(String method, String path, Headers headers, String text) {
    String header(String name) {
      return headers.getFirst(name);
    }

    String target() {
      return header("X-Amz-Target").replaceFirst(".*\\.", "");
    }
  }

  private CannedDynamo(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  static CannedDynamo plain() throws IOException {
    return new CannedDynamo(HttpServer.create(address(), 0));
  }

  /** Starts one with a certificate of this authority. */
  public static CannedDynamo withTls(CertificateAuthority ca) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(ca.issueServer().keyStore(PASSWORD), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new CannedDynamo(server);
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Returns the port on the loopback address. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Answers with an error of the service from now on. */
  public void refuse(int code, String type, String message) {
    status = code;
    answer =
        "{\"__type\":\"com.amazon.coral.service#" + type + "\",\"message\":\"" + message + "\"}";
  }

  /** Answers with this from now on. */
  void answer(String json) {
    status = 200;
    answer = json;
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean signed = exchange.getRequestHeaders().containsKey("Authorization");
      if (signed) {
        requests.add(
            new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders(),
                body));
      }
      // What was signed, as DynamoDB repeats it.
      String told =
          answer
              .replace("AUTHORIZATION", "" + exchange.getRequestHeaders().getFirst("Authorization"))
              .replace("TOKEN", "" + exchange.getRequestHeaders().getFirst("X-Amz-Security-Token"));
      byte[] bytes = (signed ? told : "healthy").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      exchange.sendResponseHeaders(signed ? status : 200, bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
