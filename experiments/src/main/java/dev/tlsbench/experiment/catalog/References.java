package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Figure;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Resolves references {@code =step:subject.name} in definitions.
 *
 * @param steps the names of all steps
 * @param found the figures of steps that were not left out, by their names
 */
record References(Set<String> steps, Map<String, StepFigures> found) {
  private static final char MARK = '=';

  static boolean isOne(String text) {
    return !text.isEmpty() && text.charAt(0) == MARK;
  }

  /**
   * Finds a figure.
   *
   * @return empty if its step was left out, or did not measure it
   * @throws InvalidSettingException if it is not a reference, or there is no such step
   */
  Optional<Figure> find(String reference) {
    int colon = reference.indexOf(':');
    if (colon < 0) {
      throw new InvalidSettingException(
          "catalog: '" + reference + "' is not a figure; write =step:subject.name");
    }
    String step = reference.substring(1, colon);
    if (!steps.contains(step)) {
      throw new InvalidSettingException(
          "catalog: '" + reference + "': there is no step '" + step + "'");
    }
    return Optional.ofNullable(found.get(step))
        .flatMap(figures -> figures.find(reference.substring(colon + 1)));
  }
}
