package dev.tlsbench.report.document;

import java.util.ArrayList;
import java.util.List;

/** A sentence with emphasized words. */
public record Sentence(List<Run> runs) {
  public record Run(String text, boolean strong) {}

  public static Sentence of(String text) {
    return new Sentence(List.of(new Run(text, false)));
  }

  public Sentence then(String text) {
    return with(new Run(text, false));
  }

  public Sentence strong(String text) {
    return with(new Run(text, true));
  }

  public Sentence then(Sentence more) {
    List<Run> longer = new ArrayList<>(runs);
    longer.addAll(more.runs());
    return new Sentence(List.copyOf(longer));
  }

  private Sentence with(Run run) {
    return then(new Sentence(List.of(run)));
  }

  /** Returns the words without emphasis. */
  public String plain() {
    StringBuilder text = new StringBuilder();
    runs.forEach(run -> text.append(run.text()));
    return text.toString();
  }
}
