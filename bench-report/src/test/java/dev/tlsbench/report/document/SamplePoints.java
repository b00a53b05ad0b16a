package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import java.util.ArrayList;
import java.util.List;

/** A chart with a choice among two points. */
public final class SamplePoints {
  private SamplePoints() {}

  public static Block.Points points() {
    Figure near = new Figure(560, 533.0, 647.0, Unit.MICROS);
    Figure far = Figure.of(1_560, Unit.MICROS);
    Table numbers =
        new Table("Numbers", false, 2, List.of("rows", "variant", "time"), new ArrayList<>());
    numbers.add("10 (yours)", Cell.of("TLS <2>"), Cell.of(near));
    numbers.add("1,000", Cell.of("TLS <2>"), Cell.of(far));
    return new Block.Points(
        new Block.Chart(
            "Over rows",
            "Curves over rows",
            new View.Lines(
                "",
                "rows",
                List.of("10 (yours)", "1,000"),
                "time",
                Unit.MICROS,
                List.of(new View.Lines.Curve(Look.variant("TLS <2>", 0), List.of(near, far)))),
            numbers),
        "10 (yours)");
  }

  public static Document document() {
    return new Document(
        "tlsbench predict, 2026-11-21 10:15 UTC",
        "Costs",
        List.of(),
        List.of(),
        List.of(),
        List.of(new Section("charts", "Charts", true, List.of(points()))),
        Origin.UNKNOWN);
  }
}
