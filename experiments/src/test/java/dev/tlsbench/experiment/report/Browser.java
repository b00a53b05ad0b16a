package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless Chromium, controlled by the Chrome DevTools Protocol. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LISTENING = "DevTools listening on ";
  private static final int PATIENCE_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<Consumer<JsonNode>> listeners = new CopyOnWriteArrayList<>();

  private Browser(Process process, String address) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Reader())
            .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .join();
  }

  /** Returns its path; empty if it is not installed. */
  static Optional<Path> executable() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browser start(Path executable, Path profile) throws IOException {
    Process process =
        new ProcessBuilder(
                executable.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread drain = new Thread(() -> lines.lines().forEach(more -> {}), "stderr of Chromium");
        drain.setDaemon(true);
        drain.start();
        return new Browser(process, line.substring(LISTENING.length()).strip());
      }
      said.append(line).append('\n');
    }
    throw new IOException("Chromium ended: " + said);
  }

  /** Opens a page on a screen, after a script, and waits until it has loaded. */
  Tab open(URI page, Screen screen, String script) {
    String target =
        call(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    String session =
        call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    Tab tab = new Tab(this, target, session);
    tab.load(page, screen, script);
    return tab;
  }

  /**
   * A screen for pages.
   *
   * @param width in CSS pixels
   * @param height in CSS pixels
   * @param dark true if the user prefers dark colours
   */
  record Screen(int width, int height, boolean dark) {
    @Override
    public String toString() {
      return width + " pixels, " + (dark ? "dark" : "light");
    }
  }

  JsonNode call(@Nullable String session, String method, Map<String, ?> parameters) {
    int id = ids.incrementAndGet();
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    if (session != null) {
      message.put("sessionId", session);
    }
    message.set("params", JSON.valueToTree(parameters));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).join();
    JsonNode got = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    if (got.has("error")) {
      throw new IllegalStateException(method + ": " + got.get("error"));
    }
    return got.get("result");
  }

  /** Registers a listener for all further events of a session. */
  void listen(String session, Consumer<JsonNode> listener) {
    listeners.add(
        event -> {
          if (event.path("sessionId").asText().equals(session)) {
            listener.accept(event);
          }
        });
  }

  @Override
  public void close() {
    call(null, "Browser.close", Map.of());
    process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private final class Reader implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        receive(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void receive(String text) {
      JsonNode received;
      try {
        received = JSON.readTree(text);
      } catch (IOException e) {
        throw new IllegalStateException("no JSON: " + text, e);
      }
      CompletableFuture<JsonNode> answer = answers.remove(received.path("id").asInt());
      if (answer != null) {
        answer.complete(received);
      } else {
        listeners.forEach(listener -> listener.accept(received));
      }
    }
  }
}
