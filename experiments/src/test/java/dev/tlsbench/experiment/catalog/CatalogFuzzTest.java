package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.YamlWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged definitions of experiments. */
class CatalogFuzzTest {
  @TempDir private Path folder;

  private static Mutations mutations() throws IOException {
    List<String> corpus = new ArrayList<>();
    for (String name : new Catalog(Path.of("catalog")).names()) {
      corpus.add(Files.readString(Path.of("catalog", name + ".yaml")));
    }
    List<String> words = new ArrayList<>(YamlWords.ALL);
    words.addAll(List.of("=step:path", "{=", "99999999999999999999ms"));
    return Mutations.ofTexts(corpus, words);
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
