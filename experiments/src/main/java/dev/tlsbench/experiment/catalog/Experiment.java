package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.report.ExperimentResult.Publication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A published experiment. Immutable. */
public final class Experiment {
  private final String name;
  private final Definition definition;

  Experiment(String name, Definition definition) {
    this.name = name;
    this.definition = definition;
  }

  /** Returns the original; its name is the file's name without ending. */
  public Publication publication() {
    return new Publication(
        name,
        definition.title(),
        definition.question(),
        definition.source(),
        definition.system(),
        definition.differences());
  }

  /** Returns the names of the bindings that can run it, the default first. */
  public List<String> bindings() {
    return definition.bindings();
  }

  /** Returns the scale that fits a laptop in about ten minutes, above 0 and below 1. */
  public double usualScale() {
    return definition.scale();
  }

  /**
   * Scales the experiment.
   *
   * @param scale 1 for the original's size
   * @throws InvalidSettingException if the scale is not above 0, or the definition is wrong
   */
  public Plan plan(double scale) {
    if (!(scale > 0) || Double.isInfinite(scale)) {
      throw new InvalidSettingException("--scale: " + scale + " is not above 0; 1 is the original");
    }
    Map<String, String> quantities = definition.at(scale);
    Blanks blanks = new Blanks(quantities, definition.lists());
    List<Plan.Step> steps = new ArrayList<>();
    for (Definition.Step step : definition.steps()) {
      for (Blanks one : blanks.each(step.each())) {
        steps.add(
            new Plan.Step(
                one.fill(step.name()), List.of(one.fill(step.run()).strip().split("\\s+"))));
      }
    }
    return new Plan(quantities, steps, definition, blanks);
  }
}
