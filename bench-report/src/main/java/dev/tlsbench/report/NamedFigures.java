package dev.tlsbench.report;

import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the figures of a result; what is unknown is left out. */
public final class NamedFigures {
  private final List<NamedFigure> all = new ArrayList<>();
  private String subject = "";
  private boolean control;

  /** Sets the subject of the figures that follow. */
  public NamedFigures of(String next, boolean isControl) {
    subject = next;
    control = isControl;
    return this;
  }

  public NamedFigures add(String name, Unit unit, @Nullable Double value) {
    if (value != null && Double.isFinite(value)) {
      all.add(new NamedFigure(subject, name, unit, value, null, null, false, control));
    }
    return this;
  }

  /**
   * Adds a figure.
   *
   * @param isStrong false if no limit can rely on the interval
   */
  public NamedFigures add(String name, Unit unit, @Nullable Interval found, boolean isStrong) {
    if (found == null) {
      return this;
    }
    if (!Double.isFinite(found.low95()) || !Double.isFinite(found.high95())) {
      return add(name, unit, found.value());
    }
    all.add(
        new NamedFigure(
            subject, name, unit, found.value(), found.low95(), found.high95(), !isStrong, control));
    return this;
  }

  public List<NamedFigure> list() {
    return List.copyOf(all);
  }
}
