package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.result.Figure;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what definitions refer to as {@code =step:path}.
 *
 * @param found what the steps found, by their names
 */
record References(Map<String, StepFigures> found) {
  private static final char MARK = '=';

  static boolean isOne(String text) {
    return !text.isEmpty() && text.charAt(0) == MARK;
  }

  /**
   * Finds a figure.
   *
   * @return empty if its step was left out, or did not measure it
   * @throws InvalidSettingException if it is no reference
   */
  Optional<Figure> find(String reference) {
    int colon = reference.indexOf(':');
    if (!isOne(reference) || colon < 0) {
      throw new InvalidSettingException(
          "catalog: '" + reference + "' names no figure; write =step:path");
    }
    return Optional.ofNullable(found.get(reference.substring(1, colon)))
        .flatMap(step -> step.find(reference.substring(colon + 1)));
  }
}
