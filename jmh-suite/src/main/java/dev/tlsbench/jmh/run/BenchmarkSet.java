package dev.tlsbench.jmh.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A named choice of benchmarks: lines of JMH's words in {@code quick.txt} and {@code full.txt}. The
 * constants are spelled as on the command line.
 */
public enum BenchmarkSet {
  quick,
  full;

  /** Returns the lines of a method. */
  List<JmhWords> lines(String method) {
    return lines().stream()
        .filter(line -> method.endsWith("." + line.ofRun().getIncludes().get(0)))
        .toList();
  }

  /** Returns the lines of the file, each a benchmark's name and options. */
  List<JmhWords> lines() {
    String file = name() + ".txt";
    try (InputStream text = Objects.requireNonNull(getClass().getResourceAsStream(file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> JmhWords.parse(List.of(line.split(" +"))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
