package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.page.HtmlPage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Pages in a folder, and the browser that shows them. */
final class ShownPages implements AutoCloseable {
  private final Path folder;
  private final String script;
  private final Path executable;
  private final Map<String, URI> addresses = new HashMap<>();
  private @Nullable Browser browser;

  /**
   * @param script runs before those of each page
   */
  ShownPages(Path folder, String script) {
    Optional<Path> found = Browser.executable();
    Assumptions.assumeTrue(
        found.isPresent(), "no Chromium on the PATH: the layout of pages was not tested");
    this.executable = found.orElseThrow();
    this.folder = folder;
    this.script = script;
  }

  void add(String name, SampleResult sample) throws IOException {
    add(name, RunDocument.of(sample.build(), SampleResult.environment()));
  }

  void add(String name, Document document) throws IOException {
    add(name, Files.writeString(folder.resolve(name + ".html"), HtmlPage.render(document)));
  }

  void add(String name, Path file) {
    addresses.put(name, file.toUri());
  }

  URI address(String name) {
    return Objects.requireNonNull(addresses.get(name), name);
  }

  Tab open(String name, Screen screen) throws IOException {
    if (browser == null) {
      browser = Browser.start(executable, folder.resolve("profile"));
    }
    return browser.open(address(name), screen, script);
  }

  /** Returns the value of an expression on a page. */
  JsonNode evaluate(String name, Screen screen, String expression) throws IOException {
    try (Tab tab = open(name, screen)) {
      return tab.evaluate(expression);
    }
  }

  @Override
  public void close() {
    if (browser != null) {
      browser.close();
    }
  }
}
