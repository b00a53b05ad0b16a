package dev.tlsbench.core.fuzz;

import java.util.List;

/** Words with a meaning in YAML, to damage files with. */
public final class YamlWords {
  public static final List<String> ALL =
      List.of(
          "\n",
          "  ",
          ": ",
          "- ",
          "~",
          "null",
          "{}",
          "[]",
          "{",
          "[",
          "\"",
          "'",
          "|\n",
          "&a ",
          "*a",
          "!!int ",
          "---\n",
          "%YAML 1.1\n",
          "<<: *a\n",
          "true",
          "0",
          "-1",
          "1e999",
          ".nan",
          ".inf",
          "0x_",
          "\t",
          "\0",
          "\u0085",
          "é");

  private YamlWords() {}
}
