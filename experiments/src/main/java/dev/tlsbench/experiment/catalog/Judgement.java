package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.result.ExperimentResult.Check;
import dev.tlsbench.experiment.result.ExperimentResult.Outcome;
import dev.tlsbench.experiment.result.Figure;
import dev.tlsbench.experiment.result.Figure.Unit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One check and what it comes to. */
final class Judgement {
  private static final double MICROS = 1000;

  /** How far from the protocol's number of round trips the measured one may be. */
  private static final double TOLERANCE = 0.2;

  private final Definition.Check definition;
  private final Blanks blanks;
  private final References references;

  Judgement(Definition.Check definition, Blanks blanks, References references) {
    this.definition = definition;
    this.blanks = blanks;
    this.references = references;
  }

  /**
   * Judges.
   *
   * @throws InvalidSettingException if the definition is wrong
   */
  Check check() {
    String that = blanks.fill(definition.that());
    return definition.are() == null ? sign(that) : roundTrips(that, definition.are());
  }

  private Check sign(String that) {
    Optional<Figure> more = figure(definition.more());
    Optional<Figure> than = figure(definition.than());
    if (more.isEmpty() || than.isEmpty()) {
      return leftOut(that);
    }
    Figure large = more.get();
    Figure small = than.get();
    Outcome outcome =
        large.low() > small.high()
            ? Outcome.HOLDS
            : large.high() < small.low() ? Outcome.FAILS : Outcome.OPEN;
    return new Check(that, outcome, told(large) + " against " + told(small));
  }

  private Check roundTrips(String that, int expected) {
    Optional<Figure> near = figure(definition.near());
    Optional<Figure> far = figure(definition.far());
    if (near.isEmpty() || far.isEmpty() || definition.delay() == null) {
      return leftOut(that);
    }
    double delay = definition.delay() * MICROS;
    Figure inferred =
        new Figure(
            (far.get().value() - near.get().value()) / delay,
            (far.get().low() - near.get().high()) / delay,
            (far.get().high() - near.get().low()) / delay,
            Unit.NUMBER);
    double least = expected * (1 - TOLERANCE);
    double most = expected * (1 + TOLERANCE);
    boolean holds = inferred.value() >= least && inferred.value() <= most;
    boolean open = inferred.low() <= most && inferred.high() >= least;
    return new Check(
        that,
        holds ? Outcome.HOLDS : open ? Outcome.OPEN : Outcome.FAILS,
        told(inferred) + " round trips; the protocol has " + expected);
  }

  private static Check leftOut(String that) {
    return new Check(that, Outcome.LEFT_OUT, "not measured");
  }

  /** A number that is no reference stands for itself. */
  private Optional<Figure> figure(@Nullable String text) {
    if (text == null) {
      throw new InvalidSettingException(
          "catalog: a check needs either 'more' and 'than' or 'near', 'far', 'delay' and 'are'");
    }
    String filled = blanks.fill(text);
    return References.isOne(filled)
        ? references.find(filled)
        : Optional.of(Figure.of(Quantity.number(filled), Unit.NUMBER));
  }

  private static String told(Figure figure) {
    String value = number(figure, figure.value());
    return figure.low95() == null
        ? value
        : value
            + " ("
            + number(figure, figure.low())
            + " to "
            + number(figure, figure.high())
            + ")";
  }

  private static String number(Figure figure, double value) {
    return figure.unit() == Unit.MICROS
        ? String.format(Locale.ROOT, "%.2f ms", value / MICROS)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
