package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
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

  /**
   * Its name.
   *
   * @return the name of its file, without ending
   */
  public String name() {
    return name;
  }

  /**
   * What was published.
   *
   * @return a title
   */
  public String title() {
    return definition.title();
  }

  /**
   * What it asks.
   *
   * @return a sentence
   */
  public String question() {
    return definition.question();
  }

  /**
   * Where it was published.
   *
   * @return author, title, year
   */
  public String source() {
    return definition.source();
  }

  /**
   * What it was measured on.
   *
   * @return servers, versions, machines
   */
  public String system() {
    return definition.system();
  }

  /**
   * The databases that can run it.
   *
   * @return names of bindings, first the one that is taken without a URL
   */
  public List<String> bindings() {
    return definition.bindings();
  }

  /**
   * Why figures may differ from the published ones.
   *
   * @return one sentence each
   */
  public List<String> differences() {
    return definition.differences();
  }

  /**
   * The scale that fits a laptop in about ten minutes.
   *
   * @return above 0, below 1
   */
  public double usualScale() {
    return definition.scale();
  }

  /**
   * Scales it.
   *
   * @param scale 1 for the original's size
   * @return what to run
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
