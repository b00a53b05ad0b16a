package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.report.Browser.Screen;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A page in a {@link Browser}, with its complaints and requests. */
final class Tab implements AutoCloseable {
  private final Browser browser;
  private final String target;
  private final String session;
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Boolean> loaded = new CompletableFuture<>();

  Tab(Browser browser, String target, String session) {
    this.browser = browser;
    this.target = target;
    this.session = session;
  }

  void load(URI page, Screen screen, String script) {
    browser.listen(session, this::event);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            screen.width(),
            "height",
            screen.height(),
            "deviceScaleFactor",
            1,
            "mobile",
            screen.width() < 600));
    emulate(screen.dark());
    call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    call("Page.navigate", Map.of("url", page.toString()));
    loaded.orTimeout(60, TimeUnit.SECONDS).join();
  }

  void emulate(boolean dark) {
    Map<String, String> colours =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(colours)));
  }

  private void event(JsonNode event) {
    JsonNode about = event.get("params");
    switch (event.get("method").asText()) {
      case "Page.loadEventFired" -> loaded.complete(true);
      case "Runtime.exceptionThrown" -> complaints.add(about.get("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> complaints.add(about.get("args").toString());
      case "Log.entryAdded" -> complaints.add(about.get("entry").toString());
      case "Network.requestWillBeSent" -> requests.add(about.at("/request/url").asText());
      default -> {
        // Ignored.
      }
    }
  }

  JsonNode evaluate(String expression) {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  /** Returns messages on the console and uncaught exceptions. */
  List<String> complaints() {
    return complaints;
  }

  /** Returns the loaded resources, the page itself first. */
  List<String> requests() {
    return requests;
  }

  private JsonNode call(String method, Map<String, ?> parameters) {
    return browser.call(session, method, parameters);
  }

  @Override
  public void close() {
    browser.call(null, "Target.closeTarget", Map.of("targetId", target));
  }
}
