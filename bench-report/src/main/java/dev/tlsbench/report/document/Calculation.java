package dev.tlsbench.report.document;

import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.json.OneLine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Values that follow from inputs, which a reader sets, and from parameters, which were estimated.
 *
 * <p>All numbers are rounded to six significant digits, as in {@code document.json}. So a page and
 * a document that was read back compute the same values; {@code report.js} has the same steps in
 * the same order.
 *
 * @param inputs in the order of their sliders
 * @param parameters all with the same number of draws
 * @param outputs in the order of their rows and columns
 */
public record Calculation(List<Input> inputs, List<Parameter> parameters, List<Output> outputs) {
  private static final double LOWER_END = 0.025;
  private static final double UPPER_END = 0.975;

  /**
   * Creates a calculation.
   *
   * @throws IllegalArgumentException if two inputs or parameters, or two outputs, have the same
   *     name; if two outputs share a cell; if a term names something unknown; or if one parameter
   *     has more draws than another
   */
  public Calculation {
    inputs = List.copyOf(inputs);
    parameters = List.copyOf(parameters);
    outputs = List.copyOf(outputs);
    Set<String> known = new HashSet<>();
    inputs.forEach(input -> addOnce(known, input.name()));
    parameters.forEach(parameter -> addOnce(known, parameter.name()));
    if (parameters.stream().map(parameter -> parameter.draws().size()).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "parameters differ in their number of draws; draw i of all belongs together");
    }
    Set<String> names = new HashSet<>();
    Set<List<String>> cells = new HashSet<>();
    for (Output output : outputs) {
      addOnce(names, output.name());
      if (!cells.add(List.of(output.group(), output.label()))) {
        throw new IllegalArgumentException(
            output.name() + ": another output has the same group and the same label");
      }
      for (Sum sum : List.of(output.numerator(), output.denominator())) {
        for (Term term : sum.terms()) {
          requireKnown(output, term.times(), known);
          requireKnown(output, term.over(), known);
        }
      }
    }
  }

  private static void addOnce(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException(name + ": this name occurs twice");
    }
  }

  private static void requireKnown(Output output, List<String> names, Set<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            output.name() + ": '" + name + "' is neither an input nor a parameter");
      }
    }
  }

  private static double rounded(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + ": " + value + " is not finite");
    }
    return Double.parseDouble(Json.number(value));
  }

  /**
   * A number that a reader sets.
   *
   * @param label its title; names the unit if it is {@link Unit#PER_SECOND} or {@link Unit#NUMBER}
   * @param low the least value
   * @param high the greatest value
   * @param value at the start
   * @param logarithmic true if equal steps of the slider are equal factors
   */
  @OneLine
  public record Input(
      String name,
      String label,
      Unit unit,
      double low,
      double high,
      double value,
      boolean logarithmic) {
    /**
     * Creates an input.
     *
     * @throws IllegalArgumentException if a number is not finite; if the value at the start is
     *     outside the ends; or if a logarithmic input begins at 0 or below
     */
    public Input {
      low = rounded(name, low);
      high = rounded(name, high);
      value = rounded(name, value);
      if (low > value || value > high) {
        throw new IllegalArgumentException(
            name + ": " + value + " is not between " + low + " and " + high);
      }
      if (logarithmic && low <= 0) {
        throw new IllegalArgumentException(
            name + ": begins at " + low + "; a logarithmic input needs a positive number");
      }
    }

    /** Returns the value at the start with its unit, without zeros at the end of a fraction. */
    public String text() {
      String text =
          switch (unit) {
            case SECONDS -> Numbers.significant(value) + "\u00a0s";
            case PERCENT -> Numbers.significant(value) + "\u00a0%";
            default -> unit.text(value);
          };
      return text.replaceFirst("(\\.\\d*[1-9])0+(?!\\d)|\\.0+(?!\\d)", "$1");
    }
  }

  /**
   * An estimate and its uncertainty.
   *
   * @param draws joint draws from a bootstrap: draw i of all parameters belongs together
   */
  @OneLine
  public record Parameter(String name, double value, List<Double> draws) {
    /**
     * Creates a parameter.
     *
     * @throws IllegalArgumentException if a number is not finite
     */
    public Parameter {
      value = rounded(name, value);
      draws = draws.stream().map(draw -> rounded(name, draw)).toList();
    }
  }

  /**
   * A computed value: numerator / denominator.
   *
   * @param group the title of its row
   * @param label the title of its column
   */
  @OneLine
  public record Output(
      String name, String group, String label, Unit unit, Sum numerator, Sum denominator) {
    private double value(Map<String, Double> numbers) {
      return numerator.value(numbers) / denominator.value(numbers);
    }
  }

  /** A sum. */
  public record Sum(List<Term> terms) {
    /** Creates a sum; 0 if it has no terms. */
    public Sum {
      terms = List.copyOf(terms);
    }

    public static Sum of(Term... terms) {
      return new Sum(List.of(terms));
    }

    /** The constant 1, for outputs that are no quotient. */
    public static Sum one() {
      return of(Term.of(1));
    }

    private double value(Map<String, Double> numbers) {
      double sum = 0;
      for (Term term : terms) {
        sum += term.value(numbers);
      }
      return sum;
    }
  }

  /**
   * A product: {@code factor} × all of {@code times} ÷ all of {@code over}.
   *
   * @param times names of inputs and parameters
   * @param over names of inputs and parameters
   */
  public record Term(double factor, List<String> times, List<String> over) {
    /**
     * Creates a term.
     *
     * @throws IllegalArgumentException if the factor is not finite
     */
    public Term {
      factor = rounded("factor", factor);
      times = List.copyOf(times);
      over = List.copyOf(over);
    }

    public static Term of(double factor, String... times) {
      return new Term(factor, List.of(times), List.of());
    }

    /** Returns a copy that is divided by these. */
    public Term over(String... names) {
      return new Term(factor, times, List.of(names));
    }

    private double value(Map<String, Double> numbers) {
      double product = factor;
      for (String name : times) {
        product *= numbers.getOrDefault(name, Double.NaN);
      }
      for (String name : over) {
        product /= numbers.getOrDefault(name, Double.NaN);
      }
      return product;
    }
  }

  /**
   * Computes an output.
   *
   * <p>The interval ends at the 2.5 % and 97.5 % quantiles of the draws, interpolated between order
   * statistics (type 7 of Hyndman and Fan). There is none without draws, or if all of them give the
   * value itself. Its ends are NaN if a draw gives no finite number.
   *
   * @param output its name
   * @param inputs by name; those that are missing take the value of the start
   * @return a figure, with the value NaN if there is no finite one
   * @throws IllegalArgumentException if the output or an input is unknown
   */
  public Figure evaluate(String output, Map<String, Double> inputs) {
    Unit unit = wanted(output).unit();
    double[] all = draws(output, inputs);
    double value = all[0];
    if (!Double.isFinite(value)) {
      return Figure.of(Double.NaN, unit);
    }
    double[] drawn = Arrays.copyOfRange(all, 1, all.length);
    if (Arrays.stream(drawn).allMatch(draw -> draw == value)) {
      return Figure.of(value, unit);
    }
    if (!Arrays.stream(drawn).allMatch(Double::isFinite)) {
      return new Figure(value, Double.NaN, Double.NaN, unit);
    }
    Arrays.sort(drawn);
    return new Figure(value, quantile(drawn, LOWER_END), quantile(drawn, UPPER_END), unit);
  }

  /**
   * Computes an output with the estimates, and then with each draw of the parameters.
   *
   * @param output its name
   * @param inputs by name; those that are missing take the value of the start
   * @return one number more than there are draws
   * @throws IllegalArgumentException if the output or an input is unknown
   */
  public double[] draws(String output, Map<String, Double> inputs) {
    Output wanted = wanted(output);
    Map<String, Double> numbers = new HashMap<>();
    this.inputs.forEach(input -> numbers.put(input.name(), input.value()));
    inputs.forEach(
        (name, value) -> {
          if (numbers.replace(name, value) == null) {
            throw new IllegalArgumentException(name + ": no such input");
          }
        });
    parameters.forEach(parameter -> numbers.put(parameter.name(), parameter.value()));
    double[] drawn = new double[parameters.isEmpty() ? 1 : parameters.get(0).draws().size() + 1];
    drawn[0] = wanted.value(numbers);
    for (int i = 1; i < drawn.length; i++) {
      for (Parameter parameter : parameters) {
        numbers.put(parameter.name(), parameter.draws().get(i - 1));
      }
      drawn[i] = wanted.value(numbers);
    }
    return drawn;
  }

  private Output wanted(String name) {
    return outputs.stream()
        .filter(output -> output.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + ": no such output"));
  }

  /** Returns a copy with some of the outputs, and what these need. */
  public Calculation only(Predicate<Output> wanted) {
    List<Output> some = outputs.stream().filter(wanted).toList();
    Set<String> used =
        some.stream()
            .flatMap(output -> Stream.of(output.numerator(), output.denominator()))
            .flatMap(sum -> sum.terms().stream())
            .flatMap(term -> Stream.concat(term.times().stream(), term.over().stream()))
            .collect(Collectors.toSet());
    return new Calculation(
        inputs.stream().filter(input -> used.contains(input.name())).toList(),
        parameters.stream().filter(parameter -> used.contains(parameter.name())).toList(),
        some);
  }

  private static double quantile(double[] sorted, double part) {
    double place = part * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
