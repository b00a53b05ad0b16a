package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.stats.ForkSample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The turns of all forks. */
final class Gathered {
  /** CPU times of cores have ticks of 10 ms, and shorter parts cannot be judged by them. */
  private static final double LEAST_MILLIS = 200;

  private final List<Numbered> turns = new ArrayList<>();
  private final Map<Stage, Integer> blocks = new EnumMap<>(Stage.class);
  private int parts;
  private int disturbed;

  /**
   * A turn of a run.
   *
   * @param fork from 0
   * @param number of its block, from 0 over all forks: turns with an equal one are compared
   * @param isClean false if other processes used the cores enough to distort it
   */
  record Numbered(Stage stage, int fork, int number, boolean isClean, Turn turn) {}

  /** Adds the turns of some blocks. */
  void add(Stage stage, int fork, int count, Taken taken) {
    int first = blocks.getOrDefault(stage, 0);
    blocks.put(stage, first + count);
    boolean isClean = taken.conditions().wall() < LEAST_MILLIS || taken.conditions().areClean();
    parts++;
    disturbed += isClean ? 0 : 1;
    for (Turn turn : taken.turns()) {
      turns.add(new Numbered(stage, fork, first + turn.block(), isClean, turn));
    }
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** Returns the number of parts of the run. */
  int parts() {
    return parts;
  }

  /** Returns the number of parts that other processes disturbed. */
  int disturbed() {
    return disturbed;
  }

  /** Returns true if too few parts are undisturbed; then all count, and the result is unusable. */
  boolean isTooBusy() {
    return 2 * disturbed > parts;
  }

  /** Returns the number of forks that measured a series. */
  long forks(String name) {
    return all(Stage.OPEN, name).map(Numbered::fork).distinct().count();
  }

  /** Returns the turns of a series or client that were measured. */
  Stream<Numbered> all(Stage stage, String name) {
    return turns.stream().filter(each -> each.stage() == stage && each.turn().name().equals(name));
  }

  /** Returns the turns of a series or client that count. */
  List<Numbered> of(Stage stage, String name) {
    return all(stage, name).filter(each -> each.isClean() || isTooBusy()).toList();
  }

  /** Returns what counts of a series or client. */
  List<Trial> trials(Stage stage, String name) {
    return of(stage, name).stream()
        .map(each -> each.turn().trials())
        .flatMap(List::stream)
        .toList();
  }

  /** Returns a value for each block in which it is known. */
  ForkSample sample(Stage stage, String name, ToDoubleFunction<Turn> value) {
    return paired(stage, name, name, (own, same) -> value.applyAsDouble(own));
  }

  /** Returns logarithms of the ratio of a part's median to another series', by block. */
  ForkSample ratios(Stage stage, String name, String base, Part part) {
    return paired(
        stage,
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
