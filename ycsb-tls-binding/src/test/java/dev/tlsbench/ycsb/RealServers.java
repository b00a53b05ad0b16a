package dev.tlsbench.ycsb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servers that {@code servers/up} started, from the variables of {@code servers/env}. */
public final class RealServers {
  private static final Pattern EXPORT = Pattern.compile("export (TLSBENCH_\\w+)='?(.*?)'?");

  private final Map<String, String> variables;

  private RealServers(Map<String, String> variables) {
    this.variables = variables;
  }

  /** Reads {@code servers/env}; a server that does not run is an error, not a skipped test. */
  public static RealServers running() {
    Path script = script("env");
    try {
      Process process =
          new ProcessBuilder(script.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Map<String, String> variables = new HashMap<>();
      output
          .lines()
          .map(EXPORT::matcher)
          .filter(Matcher::matches)
          .forEach(line -> variables.put(line.group(1), line.group(2)));
      return new RealServers(variables);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a variable, given without its prefix {@code TLSBENCH_}. */
  public String url(String variable) {
    String value = variables.get("TLSBENCH_" + variable);
    if (value == null) {
      throw new IllegalStateException(
          "TLSBENCH_" + variable + " is not known: start the real servers with servers/up first");
    }
    return value;
  }

  /** Returns a program of the folder {@code servers}. */
  public static Path script(String name) {
    return root().resolve("servers").resolve(name);
  }

  /** Returns a variable whose value is a path. */
  public Path file(String variable) {
    return Path.of(url(variable));
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("servers"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not in a checkout: there is no folder 'servers' above");
      }
    }
    return folder;
  }
}
