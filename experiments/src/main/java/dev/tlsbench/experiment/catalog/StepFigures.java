package dev.tlsbench.experiment.catalog;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.connect.ConnectResult;
import dev.tlsbench.experiment.report.Saved;
import dev.tlsbench.experiment.result.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a step found, each figure by a path such as {@code tls-full/total}. */
public interface StepFigures {
  /**
   * Looks for a figure.
   *
   * @param path its name
   * @return empty if the step did not measure it
   */
  Optional<Figure> find(String path);

  /**
   * Looks for a figure that a check may rest on: its interval covers all that chance may add to it.
   *
   * @param path its name
   * @return empty if the step did not measure it; without an interval if there are too few
   *     measurements for one
   */
  default Optional<Figure> evidence(String path) {
    return find(path);
  }

  /**
   * Why the result must not be used.
   *
   * @return one sentence each; none if it can be used
   */
  List<String> problems();

  /**
   * What was left out of it.
   *
   * @return what and why, one line each
   */
  List<String> leftOut();

  /**
   * What a reader has to know.
   *
   * @return one sentence each
   */
  List<String> notes();

  /**
   * Reads what a step wrote.
   *
   * @param folder the {@code --output} of its command
   * @return its figures; empty if it wrote none
   * @throws InvalidSettingException if a file cannot be read
   */
  static Optional<StepFigures> read(Path folder) {
    Path connect = folder.resolve("connect.json");
    try {
      if (Files.exists(connect)) {
        return Optional.of(
            new ConnectFigures(
                new ObjectMapper().readValue(connect.toFile(), ConnectResult.class)));
      }
      return results(folder).map(path -> new ComparisonFigures(Saved.read(path).result()));
    } catch (IOException e) {
      throw new InvalidSettingException(
          folder + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /**
   * Where the report of a step is.
   *
   * @param folder the {@code --output} of its command
   * @return that folder, or the one in it
   * @throws IOException if it cannot be listed
   */
  static Optional<Path> results(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(path -> Files.exists(path.resolve("result.json"))).findFirst();
    }
  }
}
