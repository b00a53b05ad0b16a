package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.report.stats.ForkSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class Gathered {
  /** CPU times of cores have ticks of 10 ms, and shorter parts cannot be judged by them. */
  private static final double LEAST_MILLIS = 200;

  /** The undisturbed forks that a run needs, if it has as many. */
  private static final int FEWEST_FORKS = 3;

  private final Map<String, Series> series = new LinkedHashMap<>();
  private final Set<String> ofDriver;
  private final Map<String, String> unavailable = new LinkedHashMap<>();
  private final List<Numbered> turns = new ArrayList<>();
  private final Map<Stage, Integer> blocks = new EnumMap<>(Stage.class);
  private final List<Watched> parts = new ArrayList<>();
  private final boolean comparesVariants;
  private String query = "";

  /**
   * A turn of a run.
   *
   * @param number of its block, from 0 over all forks: turns with an equal one are compared
   * @param isClean false if other processes used the cores enough to distort it
   */
  record Numbered(Stage stage, int fork, int number, boolean isClean, Turn turn) {}

  /** Some blocks whose conditions are judged together. */
  private record Watched(Stage stage, int fork, boolean isClean, Conditions conditions) {}

  Gathered(List<Variant> variants) {
    Series.of(variants).forEach(each -> series.put(each.name(), each));
    comparesVariants = !Series.of(variants).equals(Series.of(Series.USUAL));
    ofDriver =
        variants.stream()
            .filter(Variant::isDriversOwn)
            .map(Variant::name)
            .collect(Collectors.toSet());
  }

  void add(ConnectOrder.Possible possible, UnaryOperator<String> hide) {
    query = possible.query();
    possible.unavailable().forEach((name, why) -> unavailable.put(name, hide.apply(why)));
  }

  /** Fails if the server refuses all variants but one: nothing would be compared. */
  void requireComparison() throws ConnectFailedException {
    Set<String> left = possible().stream().map(Series::variant).collect(Collectors.toSet());
    for (Map.Entry<String, String> missing : unavailable.entrySet()) {
      String variant = series(missing.getKey()).variant();
      if (comparesVariants && left.size() == 1 && !left.contains(variant)) {
        throw new ConnectFailedException(variant + ": " + missing.getValue());
      }
    }
  }

  String query() {
    return query;
  }

  /** Returns for missing series, by name, the reason; more may be added. */
  Map<String, String> unavailable() {
    return unavailable;
  }

  List<Series> possible() {
    return series.values().stream().filter(each -> !unavailable.containsKey(each.name())).toList();
  }

  /** Returns the names of the series that were measured, the baseline first, the control last. */
  List<String> measured() {
    return Stream.concat(series.keySet().stream(), Stream.of(Series.CONTROL))
        .filter(name -> all(Stage.OPEN, name).findAny().isPresent())
        .toList();
  }

  String baseline() {
    return measured().get(0);
  }

  /** Returns variant and kind of a series; the control has the baseline's. */
  Series series(String name) {
    return Objects.requireNonNull(series.get(name.equals(Series.CONTROL) ? baseline() : name));
  }

  boolean isDriversOwn(Series one) {
    return ofDriver.contains(one.variant());
  }

  void add(Stage stage, int fork, int count, ConnectOrder.Taken taken) {
    int first = blocks.getOrDefault(stage, 0);
    blocks.put(stage, first + count);
    boolean isClean = taken.conditions().wall() < LEAST_MILLIS || taken.conditions().areClean();
    parts.add(new Watched(stage, fork, isClean, taken.conditions()));
    for (Turn turn : taken.turns()) {
      turns.add(new Numbered(stage, fork, first + turn.block(), isClean, turn));
    }
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  private List<Watched> parts(Stage stage) {
    return parts.stream().filter(each -> each.stage() == stage).toList();
  }

  /** Returns in words how many parts of each disturbed stage other processes disturbed. */
  List<String> disturbed(boolean tooMany) {
    return Arrays.stream(Stage.values())
        .filter(stage -> isTooBusy(stage) == tooMany)
        .filter(stage -> !parts(stage).stream().allMatch(Watched::isClean))
        .map(
            stage ->
                parts(stage).stream().filter(each -> !each.isClean()).count()
                    + " of "
                    + parts(stage).size()
                    + " parts of the run ("
                    + stage.title()
                    + ") were disturbed by other processes")
        .toList();
  }

  /**
   * Returns true if too few parts of a stage are undisturbed; then all count, and the result is
   * unusable.
   */
  private boolean isTooBusy(Stage stage) {
    List<Watched> all = parts(stage);
    List<Watched> clean = all.stream().filter(Watched::isClean).toList();
    return 2 * clean.size() < all.size() || forks(clean) < Math.min(FEWEST_FORKS, forks(all));
  }

  private static long forks(List<Watched> parts) {
    return parts.stream().map(Watched::fork).distinct().count();
  }

  /** Returns the mean part of the other cores' time that other processes used; 0 if unknown. */
  double elsewhere() {
    return parts.stream()
        .map(Watched::conditions)
        .filter(each -> each.wall() >= LEAST_MILLIS)
        .flatMap(each -> Stream.ofNullable(each.elsewhere()))
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  long forks(String name) {
    return of(Stage.OPEN, name).stream().map(Numbered::fork).distinct().count();
  }

  /** Returns the turns of a series or client that were measured. */
  Stream<Numbered> all(Stage stage, String name) {
    return turns.stream().filter(each -> each.stage() == stage && each.turn().name().equals(name));
  }

  /** Returns the turns with failures, by series or client. */
  Map<String, List<Turn>> failed() {
    return turns.stream()
        .map(Numbered::turn)
        .filter(turn -> turn.failure() != null)
        .collect(Collectors.groupingBy(Turn::name, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the turns of a series or client that count. */
  List<Numbered> of(Stage stage, String name) {
    boolean isTooBusy = isTooBusy(stage);
    return all(stage, name).filter(each -> each.isClean() || isTooBusy).toList();
  }

  /** Returns what counts of a series or client. */
  List<Trial> trials(Stage stage, String name) {
    return of(stage, name).stream().flatMap(each -> each.turn().trials().stream()).toList();
  }

  /** Returns a value for each block in which it is known. */
  ForkSample sample(Stage stage, String name, ToDoubleFunction<Turn> value) {
    return paired(stage, name, name, (own, same) -> value.applyAsDouble(own));
  }

  /** Returns logarithms of the ratio of a part's median to another series', by block. */
  ForkSample ratios(String name, String base, Part part) {
    return paired(
        Stage.OPEN,
        name,
        base,
        (own, other) -> Math.log(own.medianMicros(part.id()) / other.medianMicros(part.id())));
  }

  /** Returns a value of two series for each block in which both are known. */
  ForkSample paired(Stage stage, String name, String base, ToDoubleBiFunction<Turn, Turn> value) {
    Map<Integer, Turn> others =
        of(stage, base).stream().collect(Collectors.toMap(Numbered::number, Numbered::turn));
    ForkSample sample = new ForkSample();
    for (Numbered own : of(stage, name)) {
      Turn other = others.get(own.number());
      double both = other == null ? Double.NaN : value.applyAsDouble(own.turn(), other);
      if (Double.isFinite(both)) {
        sample.add(own.fork(), both);
      }
    }
    return sample;
  }
}
