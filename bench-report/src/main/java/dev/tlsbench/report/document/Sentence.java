package dev.tlsbench.report.document;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A sentence with emphasized words. */
public record Sentence(List<Run> runs) {
  public record Run(String text, boolean strong) {}

  public static Sentence of(String text) {
    return new Sentence(List.of(new Run(text, false)));
  }

  public Sentence then(String text) {
    return then(new Run(text, false));
  }

  public Sentence strong(String text) {
    return then(new Run(text, true));
  }

  private Sentence then(Run run) {
    return new Sentence(Stream.concat(runs.stream(), Stream.of(run)).toList());
  }

  /** Returns the words without emphasis. */
  public String plain() {
    return runs.stream().map(Run::text).collect(Collectors.joining());
  }
}
