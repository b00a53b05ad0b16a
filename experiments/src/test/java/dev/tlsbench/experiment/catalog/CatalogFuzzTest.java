package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged definitions of experiments. */
class CatalogFuzzTest {
  private static final List<String> WORDS =
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
          "=step:path",
          "{=",
          "0",
          "-1",
          "1e999",
          ".nan",
          ".inf",
          "0x_",
          "99999999999999999999ms",
          "true",
          "\t",
          "\0",
          "\u0085",
          "é");

  @TempDir private Path folder;

  private static Mutations mutations() throws IOException {
    List<String> corpus = new ArrayList<>();
    for (String name : new Catalog(Path.of("catalog")).names()) {
      corpus.add(Files.readString(Path.of("catalog", name + ".yaml")));
    }
    return Mutations.ofTexts(corpus, WORDS);
  }

  @Test
  void readsOrRefusesDamagedDefinitions() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Fuzz.of("Catalog.read", mutations()::next)
        .check(
            content -> {
              Files.write(file, content);
              try {
                Experiment experiment = new Catalog(folder).read("mine");
                assertThat(experiment.commands()).hasSameSizeAs(experiment.steps());
                return true;
              } catch (InvalidSettingException e) {
                assertThat(e.getMessage()).doesNotContain("\n", "\r");
                return false;
              }
            });
  }
}
