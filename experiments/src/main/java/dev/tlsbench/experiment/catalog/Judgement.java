package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.report.ExperimentResult.Check;
import dev.tlsbench.experiment.report.ExperimentResult.Outcome;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges one check. It holds or fails only if it does so for all values within the 95 % intervals
 * of its figures; otherwise, or if a figure has too few measurements for an interval, it is
 * unresolved.
 */
final class Judgement {
  private static final double MICROS = 1000;

  /**
   * The largest relative distance of the inferred number of round trips from the protocol's: both
   * ends of the interval must be within it for the check to hold, and neither for it to fail.
   */
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
    return new Check(
        that,
        outcome(
            isKnown(large) && isKnown(small),
            large.low() > small.high(),
            large.high() < small.low()),
        told(large) + " against " + told(small));
  }

  private static Outcome outcome(boolean decidable, boolean holds, boolean fails) {
    return decidable && holds ? Outcome.HOLDS : decidable && fails ? Outcome.FAILS : Outcome.OPEN;
  }

  /** Returns true if the figure has an interval, or is a number of the definition. */
  private static boolean isKnown(Figure figure) {
    return figure.low95() != null && figure.high95() != null;
  }

  private Check roundTrips(String that, int expected) {
    Optional<Figure> near = figure(definition.near());
    Optional<Figure> far = figure(definition.far());
    if (near.isEmpty() || far.isEmpty() || definition.delay() == null) {
      return leftOut(that);
    }
    double delay = definition.delay() * MICROS;
    Figure inferred = inferred(near.get(), far.get(), delay);
    double least = expected * (1 - TOLERANCE);
    double most = expected * (1 + TOLERANCE);
    return new Check(
        that,
        outcome(
            isKnown(inferred),
            inferred.low() >= least && inferred.high() <= most,
            inferred.low() > most || inferred.high() < least),
        told(inferred) + " round trips; the protocol has " + expected);
  }

  private static Figure inferred(Figure near, Figure far, double delay) {
    double value = (far.value() - near.value()) / delay;
    return isKnown(near) && isKnown(far)
        ? new Figure(
            value,
            (far.low() - near.high()) / delay,
            (far.high() - near.low()) / delay,
            Unit.NUMBER)
        : Figure.of(value, Unit.NUMBER);
  }

  private static Check leftOut(String that) {
    return new Check(that, Outcome.LEFT_OUT, "not measured");
  }

  /** Returns a referenced figure, or the number itself. */
  private Optional<Figure> figure(@Nullable String text) {
    if (text == null) {
      throw new InvalidSettingException(
          "catalog: a check needs either 'more' and 'than' or 'near', 'far', 'delay' and 'are'");
    }
    String filled = blanks.fill(text);
    return References.isOne(filled)
        ? references.evidence(filled)
        : Optional.of(exactly(Quantity.number(filled)));
  }

  private static Figure exactly(double number) {
    return new Figure(number, number, number, Unit.NUMBER);
  }

  private static String told(Figure figure) {
    String value = number(figure, figure.value());
    if (!isKnown(figure)) {
      return value + " (no interval)";
    }
    return figure.low() == figure.high()
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
