package dev.tlsbench.experiment.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.report.json.Gaps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of definitions, {@code experiments/catalog}: one YAML file per experiment, with its
 * name. Immutable.
 */
public record Catalog(Path folder) {
  private static final String ENDING = ".yaml";
  private static final int MEBIBYTES = 1;

  /** Returns names in alphabetical order; empty if the folder does not exist. */
  public List<String> names() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new InvalidSettingException("catalog: cannot read its folder", e);
    }
  }

  /**
   * Reads an experiment.
   *
   * @param name one of {@link #names()}, or the path of another YAML file
   * @throws InvalidSettingException if there is no such experiment, or its file is wrong
   */
  public Experiment read(String name) {
    if (name.contains("://") || name.contains("@")) {
      throw new InvalidSettingException(
          "run: the experiment's name comes first, then the URL (the first argument is not"
              + " shown, as it may hold a password); choose one of "
              + String.join(", ", names()));
    }
    if (name.endsWith(ENDING)) {
      return read(BoundedFile.path("run", name));
    }
    if (!names().contains(name)) {
      throw new InvalidSettingException(
          ("run: there is no experiment '%s'; choose one of %s, or name a file of "
                  + "your own that ends in .yaml")
              .formatted(name, String.join(", ", names())));
    }
    return read(folder.resolve(name + ENDING));
  }

  /** Returns the name of an experiment: that of its file, without folder and ending. */
  public static String name(String name) {
    String file = String.valueOf(BoundedFile.path("run", name).getFileName());
    return file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
  }

  private static Experiment read(Path file) {
    try {
      String text = BoundedFile.text(file + ":", file, MEBIBYTES, "a definition");
      Experiment experiment =
          new ObjectMapper(new YAMLFactory())
              .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
              .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .readValue(text, Experiment.class);
      if (experiment == null) {
        throw new InvalidSettingException(file + ": is empty; expected a definition");
      }
      Optional<String> gap = Gaps.first(experiment);
      if (gap.isPresent()) {
        throw new InvalidSettingException(
            file + ": " + gap.get() + " has no value; set one, or remove it");
      }
      experiment.validate();
      return experiment;
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(
          "%s: line %s does not fit a definition (%s)"
              .formatted(
                  file,
                  e.getLocation() == null ? "?" : e.getLocation().getLineNr(),
                  e.getOriginalMessage().lines().findFirst().orElse("")),
          e);
    } catch (IOException e) {
      throw new InvalidSettingException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }
}
