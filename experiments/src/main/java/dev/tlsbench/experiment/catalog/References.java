package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.document.Figure;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Resolves references {@code =step:path} in definitions.
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
    return find(reference, StepFigures::find);
  }

  /**
   * Finds a figure for a check.
   *
   * @return empty if its step was left out, or did not measure it; without an interval if there are
   *     too few measurements for one
   * @throws InvalidSettingException if it is not a reference, or there is no such step
   */
  Optional<Figure> evidence(String reference) {
    return find(reference, StepFigures::evidence);
  }

  private Optional<Figure> find(
      String reference, BiFunction<StepFigures, String, Optional<Figure>> by) {
    int colon = reference.indexOf(':');
    if (!isOne(reference) || colon < 0) {
      throw new InvalidSettingException(
          "catalog: '" + reference + "' is not a figure; write =step:path");
    }
    String step = reference.substring(1, colon);
    if (!steps.contains(step)) {
      throw new InvalidSettingException(
          "catalog: '" + reference + "': there is no step '" + step + "'");
    }
    return Optional.ofNullable(found.get(step))
        .flatMap(figures -> by.apply(figures, reference.substring(colon + 1)));
  }
}
