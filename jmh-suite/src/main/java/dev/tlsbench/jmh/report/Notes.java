package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The notes below one table. */
final class Notes {
  /** What stands where the set has no such cell. */
  static final String NONE = "—";

  private static final List<String> BRIEF = List.of("not offered", "no openssl");

  private final List<String> notes = new ArrayList<>();

  /** What stands in the place of a figure, with a note that says why. */
  String gap(String reason) {
    String brief = BRIEF.stream().filter(reason::startsWith).findFirst().orElse("absent");
    return brief + " " + mark(reason);
  }

  /** A reference to a note, such as {@code [1]}. */
  String mark(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
    return "[" + (notes.indexOf(note) + 1) + "]";
  }

  List<String> all() {
    return List.copyOf(notes);
  }

  static String list(List<String> notes, String separator) {
    StringJoiner list = new StringJoiner(separator);
    for (int i = 0; i < notes.size(); i++) {
      list.add("[" + (i + 1) + "] " + notes.get(i));
    }
    return list.toString();
  }
}
