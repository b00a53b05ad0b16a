package dev.tlsbench.report.document;

import dev.tlsbench.report.document.Calculation.Input;
import dev.tlsbench.report.document.Calculation.Output;
import dev.tlsbench.report.document.Calculation.Parameter;
import dev.tlsbench.report.document.Calculation.Sum;
import dev.tlsbench.report.document.Calculation.Term;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** A small calculator whose values can be checked by hand. */
public final class SampleCalculator {
  public static final Input ROUND_TRIP =
      new Input("roundTrip", "Round trip", Unit.MICROS, 100, 100_000, 500, true);
  public static final Input ROWS = new Input("rows", "Rows", Unit.NUMBER, 0, 100, 10, false);
  public static final Parameter PER_ROW = parameter("perRow", 2, 1, 2, 3, 4, 5);
  public static final Parameter SLOWDOWN = parameter("slowdown", 1.1, 1.06, 1.08, 1.1, 1.12, 1.14);

  /** Round trip + 3 × rows × perRow, at the start 560 µs. */
  public static final Output TIME =
      new Output(
          "time",
          "TLS",
          "time",
          Unit.MICROS,
          Sum.of(Term.of(1, "roundTrip"), Term.of(3, "rows", "perRow")),
          Sum.one());

  /** Round trip × slowdown ÷ round trip. */
  public static final Output CHANGE =
      new Output(
          "change",
          "TLS <2>",
          "change",
          Unit.RATIO,
          Sum.of(Term.of(1, "roundTrip", "slowdown")),
          Sum.of(Term.of(1, "roundTrip")));

  private SampleCalculator() {}

  static Parameter parameter(String name, double value, double... draws) {
    return new Parameter(name, value, DoubleStream.of(draws).boxed().toList());
  }

  public static Calculation calculation() {
    return new Calculation(
        List.of(ROUND_TRIP, ROWS), List.of(PER_ROW, SLOWDOWN), List.of(TIME, CHANGE));
  }

  public static Document document() {
    return new Document(
        "tlsbench predict",
        "Costs",
        List.of(),
        List.of(),
        List.of(),
        List.of(
            new Section(
                "costs",
                "Costs",
                true,
                List.of(new Block.Calculator("Your costs", "Time and its change", calculation())))),
        Beside.of(Map.of(), List.of()));
  }
}
