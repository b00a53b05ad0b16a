package dev.tlsbench.report.document;

import static dev.tlsbench.report.document.SampleCalculator.CHANGE;
import static dev.tlsbench.report.document.SampleCalculator.PER_ROW;
import static dev.tlsbench.report.document.SampleCalculator.ROUND_TRIP;
import static dev.tlsbench.report.document.SampleCalculator.ROWS;
import static dev.tlsbench.report.document.SampleCalculator.SLOWDOWN;
import static dev.tlsbench.report.document.SampleCalculator.TIME;
import static dev.tlsbench.report.document.SampleCalculator.calculation;
import static dev.tlsbench.report.document.SampleCalculator.parameter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.tlsbench.report.document.Calculation.Input;
import dev.tlsbench.report.document.Calculation.Output;
import dev.tlsbench.report.document.Calculation.Parameter;
import dev.tlsbench.report.document.Calculation.Sum;
import dev.tlsbench.report.document.Calculation.Term;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalculationTest {
  private static Output output(String name, Sum numerator, Sum denominator) {
    return new Output(name, "group of " + name, "value", Unit.NUMBER, numerator, denominator);
  }

  private static Figure evaluate(Output output, Parameter... parameters) {
    return new Calculation(List.of(ROWS), List.of(parameters), List.of(output))
        .evaluate(output.name(), Map.of());
  }

  @Test
  void addsMultipliesAndDivides() {
    Figure time = calculation().evaluate("time", Map.of("roundTrip", 1000.0));

    // 1000 + 3 × 10 rows × 2, and with 1 to 5 in place of 2: 1030, 1060, 1090, 1120, 1150.
    assertThat(time.value()).isEqualTo(1060);
    // The places 0.1 and 3.9 among five, counted from 0.
    assertThat(time.low()).isEqualTo(1033, offset(1e-9));
    assertThat(time.high()).isEqualTo(1147, offset(1e-9));
    assertThat(time.unit()).isEqualTo(Unit.MICROS);
  }

  @Test
  void dividesByTheFactorsOfTheSecondKindAndByTheDenominator() {
    Output quotient =
        output(
            "quotient",
            Sum.of(Term.of(6, "rows", "rows").over("a", "b")),
            Sum.of(Term.of(1, "a"), Term.of(2)));

    // 6 × 10 × 10 ÷ 3 ÷ 4 = 50, ÷ (3 + 2).
    assertThat(evaluate(quotient, parameter("a", 3), parameter("b", 4)).value()).isEqualTo(10);
  }

  @Test
  void takesTheStartValueOfAnInputThatIsMissing() {
    assertThat(calculation().evaluate("time", Map.of()).value()).isEqualTo(560);
  }

  @Test
  void drawsOfTheSameNumberBelongTogether() {
    Output quotient = output("quotient", Sum.of(Term.of(1, "a")), Sum.of(Term.of(1, "b")));

    Figure figure =
        evaluate(quotient, parameter("a", 2, 2, 40, 600), parameter("b", 1, 1, 10, 100));

    assertThat(List.of(figure.low(), figure.value(), figure.high()))
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b))
        .containsExactly(2.1, 2.0, 5.9);
  }

  @Test
  void hasNoIntervalWithoutDraws() {
    Output product = output("product", Sum.of(Term.of(1, "a")), Sum.one());

    assertThat(evaluate(product, parameter("a", 2))).isEqualTo(Figure.of(2, Unit.NUMBER));
  }

  @Test
  void hasNoIntervalWhereNothingWasEstimated() {
    Output product = output("product", Sum.of(Term.of(3, "rows")), Sum.one());

    assertThat(evaluate(product, parameter("a", 2, 1, 2, 3))).isEqualTo(Figure.of(30, Unit.NUMBER));
  }

  @Test
  void isNotANumberWhereThereIsNone() {
    Output quotient = output("quotient", Sum.one(), Sum.of(Term.of(1, "a")));

    Figure figure = evaluate(quotient, parameter("a", 0, 1, 2));

    assertThat(figure).isEqualTo(Figure.of(Double.NaN, Unit.NUMBER));
    for (Unit unit : Unit.values()) {
      assertThat(Figure.of(Double.NaN, unit).text()).as("%s", unit).isEqualTo("–");
    }
  }

  @Test
  void hasNoEndsIfOneDrawGivesNoNumber() {
    Output quotient = output("quotient", Sum.one(), Sum.of(Term.of(1, "a")));

    assertThat(evaluate(quotient, parameter("a", 2, 0, 1, 2)).text())
        .isEqualTo("0.500 (–\u00a0to\u00a0–)");
  }

  @Test
  void roundsItsNumbersAsFilesDo() {
    Parameter parameter = parameter("a", 0.123456789, 1234567.8);

    assertThat(parameter.value()).isEqualTo(0.123457);
    assertThat(parameter.draws()).containsExactly(1234570.0);
    assertThat(Term.of(1.0 / 3).factor()).isEqualTo(0.333333);
    assertThat(new Input("i", "i", Unit.NUMBER, 0, 1, 2.0 / 3, false).value()).isEqualTo(0.666667);
  }

  @ParameterizedTest
  @CsvSource({
    "MICROS, 20000, 20 ms",
    "MICROS, 1500, 1.5 ms",
    "MICROS, 1050, 1.05 ms",
    "SECONDS, 3600, '3,600 s'",
    "PERCENT, 0.05, 0.05 %",
    "PERCENT, 100, 100 %",
    "BYTES, 16384, 16 KiB",
    "NUMBER, 1, 1",
    "RATIO, 1.2, +20 %"
  })
  void writesAnInputWithoutZerosAtItsEnd(Unit unit, double value, String text) {
    assertThat(new Input("i", "i", unit, value, value, value, true).text().replace('\u00a0', ' '))
        .isEqualTo(text);
  }

  @Test
  void writesNegativeNumbersInTheUnitsOfPositiveOnes() {
    assertThat(Unit.MICROS.text(-20_700)).isEqualTo("−20.7\u00a0ms");
    assertThat(Unit.BYTES.text(-410)).isEqualTo("−410\u00a0B");
  }

  @Test
  void refusesNamesThatOccurTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Calculation(List.of(ROWS, ROWS), List.of(), List.of()))
        .withMessageContaining("rows");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Calculation(List.of(ROWS), List.of(parameter("rows", 1)), List.of()))
        .withMessageContaining("rows");
    Output again =
        new Output("time", "other", "other", Unit.MICROS, TIME.numerator(), TIME.denominator());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Calculation(List.of(ROUND_TRIP, ROWS), List.of(PER_ROW), List.of(TIME, again)))
        .withMessageContaining("time");
  }

  @Test
  void refusesTwoOutputsInOneCell() {
    Output other =
        new Output("other", "TLS", "time", Unit.MICROS, TIME.numerator(), TIME.denominator());

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Calculation(List.of(ROUND_TRIP, ROWS), List.of(PER_ROW), List.of(TIME, other)))
        .withMessageContaining("other");
  }

  @Test
  void refusesUnknownNames() {
    for (Output output :
        List.of(
            output("o", Sum.of(Term.of(1, "what")), Sum.one()),
            output("o", Sum.of(Term.of(1).over("what")), Sum.one()),
            output("o", Sum.one(), Sum.of(Term.of(1, "what"))))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Calculation(List.of(ROWS), List.of(), List.of(output)))
          .withMessage("o: 'what' is neither an input nor a parameter");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> calculation().evaluate("what", Map.of()))
        .withMessageContaining("what");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> calculation().evaluate("time", Map.of("perRow", 1.0)))
        .withMessageContaining("perRow");
  }

  @Test
  void refusesParametersWithDifferentNumbersOfDraws() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Calculation(
                    List.of(), List.of(parameter("a", 1, 1, 2), parameter("b", 1, 1)), List.of()))
        .withMessageContaining("draws");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 0.5, false, not between",
    "1, 10, 11, false, not between",
    "10, 1, 5, false, not between",
    "0, 10, 5, true, logarithmic",
    "-1, 10, 5, true, logarithmic",
    "1, Infinity, 5, true, not finite",
    "1, 10, NaN, false, not finite"
  })
  void refusesAnInputThatNobodyCanSet(
      double low, double high, double value, boolean logarithmic, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Input("i", "label", Unit.NUMBER, low, high, value, logarithmic))
        .withMessageStartingWith("i: ")
        .withMessageContaining(reason);
  }

  @Test
  void refusesParametersAndFactorsThatAreNotFinite() {
    assertThatIllegalArgumentException().isThrownBy(() -> parameter("a", Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parameter("a", 1, Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> Term.of(Double.NaN));
  }

  @Test
  void refusesACalculatorWithNothingToSetOrToShow() {
    Calculation fixed = new Calculation(List.of(), List.of(SLOWDOWN), List.of());
    Calculation mute = new Calculation(List.of(ROWS), List.of(), List.of());

    for (Calculation calculation : List.of(fixed, mute)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Block.Calculator("Costs", "Costs", calculation))
          .withMessageStartingWith("Costs: ");
    }
  }

  @Test
  void theTableHasARowForEachGroupAndAColumnForEachLabel() {
    Output later =
        new Output("later", "TLS", "change", Unit.RATIO, CHANGE.numerator(), CHANGE.denominator());
    Calculation calculation =
        new Calculation(
            List.of(ROUND_TRIP, ROWS), List.of(PER_ROW, SLOWDOWN), List.of(TIME, CHANGE, later));

    Block.Table table = new Block.Calculator("Costs", "Costs", calculation).table();

    assertThat(table.header()).containsExactly("", "time", "change");
    assertThat(table.rows())
        .extracting(row -> row.stream().map(cell -> cell.text().replace('\u00a0', ' ')).toList())
        .containsExactly(
            List.of("TLS", "560 µs (533 to 647 µs)", "+10.0 % (+6.2 to +13.8 %)"),
            List.of("TLS <2>", "–", "+10.0 % (+6.2 to +13.8 %)"));
  }
}
