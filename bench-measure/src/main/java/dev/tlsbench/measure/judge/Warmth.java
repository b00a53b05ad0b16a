package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Decides when a fork is warm: after three consecutive epochs in which compilers did little and
 * every ratio stayed the same. None of these epochs counts, so that the decision does not select
 * the measurements. Without bursts there are no such ratios: compilers and time decide, and after
 * {@link #limit} time alone. A time from the user takes precedence.
 */
public final class Warmth {
  /** The number of epochs that decide. */
  public static final int EPOCHS = 3;

  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration LEAST_LIMIT = Duration.ofSeconds(30);

  /**
   * The part of the limit for each contender: an epoch takes longer with each of them, and all have
   * to be steady in the same epochs.
   */
  private static final Duration EACH = Duration.ofSeconds(6);

  private static final int FEWEST_FORKS = 3;

  /** The minimum warm-up without bursts. */
  private static final Duration USUAL = Duration.ofSeconds(8);

  /**
   * The part of three epochs' time below which compilation is ignored. On the embedded Cassandra,
   * whose driver has the most code, ratios stayed the same below 15 %.
   */
  static final double COMPILING = 0.05;

  /**
   * The target standard error of an epoch's ratio. Fresh connections make ratios of epochs differ
   * by 1 % and more, so a smaller error is no gain.
   */
  private static final double ERROR = 0.01;

  /** The maximum length of an epoch's bursts, as a multiple of the usual one. */
  private static final int LONGEST = 6;

  /**
   * The length of a warm-up's bursts as a multiple of the time to connect, within the limits of an
   * epoch's bursts. Otherwise a driver that connects slowly, such as Cassandra's, would spend the
   * warm-up with connecting, and compilers with that code.
   */
  private static final int OF_CONNECTING = 3;

  /**
   * The difference of logarithms below which ratios are the same. Fresh connections alone make
   * ratios of epochs differ by 1 to 2 % (standard deviation; MySQL 9.7), cold code by 20 %.
   */
  private static final double SAME = 0.05;

  /** The 95th percentile of the range of three normal values, in standard deviations. */
  private static final double RANGE_OF_THREE = 3.3;

  private final Duration most;
  private final boolean looks;
  private final boolean isGiven;
  private final Duration fixed;
  private final Duration briefly;
  private final Deque<EpochData> last = new ArrayDeque<>();

  public Warmth(Settings settings, int contenders) {
    most = limit(contenders);
    briefly = settings.bursts(contenders);
    Duration given = settings.timing().warmUp();
    isGiven = given != null;
    looks = !isGiven && !briefly.isZero();
    fixed = given == null ? USUAL : given;
  }

  /** Returns the longest warm-up of a fork: 30 s, or 6 s for each of more than five contenders. */
  public static Duration limit(int contenders) {
    Duration all = EACH.multipliedBy(contenders);
    return all.compareTo(LEAST_LIMIT) > 0 ? all : LEAST_LIMIT;
  }

  /** Returns the number of warm forks below which a result with cold forks must not be used. */
  public static int fewestForks(Settings settings) {
    return Math.min(FEWEST_FORKS, settings.timing().forks());
  }

  /** Returns true if epochs decide; their bursts suffice. */
  public boolean looks() {
    return looks;
  }

  /** Returns the epochs that decide, at most three. */
  public Collection<EpochData> last() {
    return Collections.unmodifiableCollection(last);
  }

  public void add(EpochData epoch) {
    last.addLast(epoch);
    if (last.size() > EPOCHS) {
      last.removeFirst();
    }
  }

  public boolean isOver(Duration elapsed) {
    return looks
        ? elapsed.compareTo(most) >= 0 || (elapsed.compareTo(LEAST) >= 0 && isReached())
        : elapsed.compareTo(fixed) >= 0
            && (isGiven || elapsed.compareTo(most) >= 0 || isCompiled());
  }

  /** Returns true if the fork is warm, so that later epochs count. */
  public boolean isReached() {
    return !looks
        || (last.size() == EPOCHS
            && isCompiled()
            && last.getLast().bursts().keySet().stream().allMatch(this::isSteady));
  }

  private boolean isCompiled() {
    double most = COMPILING * sum(Conditions::wall);
    return sum(each -> each.overhead().compileMillis()) <= most
        && sum(each -> each.overhead().serverCompileMillis()) <= most;
  }

  private double sum(ToDoubleFunction<Conditions> millis) {
    return last.stream().map(EpochData::conditions).mapToDouble(millis).sum();
  }

  /** Returns true if the ratios of a variant differ by no more than chance explains. */
  private boolean isSteady(String variant) {
    Collection<BurstData> ratios =
        last.stream().map(epoch -> epoch.bursts().get(variant)).collect(Collectors.toList());
    if (ratios.stream().anyMatch(data -> data == null || data.blocks() == 0)) {
      return false;
    }
    DoubleSummaryStatistics logs =
        ratios.stream().mapToDouble(BurstData::logTypical).summaryStatistics();
    double chance =
        RANGE_OF_THREE * error(variant, data -> data.spread().standardError()).orElse(0);
    return logs.getMax() - logs.getMin() <= Math.max(SAME, chance);
  }

  /** Returns the usual error of a variant's ratio in an epoch; empty if unknown. */
  private OptionalDouble error(String variant, ToDoubleFunction<BurstData> ofEpoch) {
    return last.stream()
        .flatMap(epoch -> Stream.ofNullable(epoch.bursts().get(variant)))
        .mapToDouble(ofEpoch)
        .filter(Double::isFinite)
        .average();
  }

  /** Returns the length of the bursts of the warm-up's next epoch; zero if there are none. */
  public Duration bursts() {
    double connecting =
        last.stream().mapToDouble(EpochData::connectMillis).min().orElse(0) * OF_CONNECTING;
    return looks ? clamped(Duration.ofMillis(Math.round(connecting))) : briefly;
  }

  /**
   * Returns the length of the bursts of an epoch that counts: longer than the warm-up's, up to six
   * times the usual one, if the scatter of blocks, or a single block, limits the epoch's precision.
   * The scatter is the larger one of time and CPU time.
   */
  public Duration countedBursts() {
    double error =
        last.stream()
            .flatMap(epoch -> epoch.bursts().keySet().stream())
            .distinct()
            .mapToDouble(this::largerError)
            .max()
            .orElse(0);
    double longer = Math.min(LONGEST, Math.ceil(Math.pow(error / ERROR, 2)));
    return clamped(bursts().multipliedBy((long) Math.max(1, longer)));
  }

  private Duration clamped(Duration length) {
    Duration longest = briefly.multipliedBy(LONGEST);
    Duration atMost = length.compareTo(longest) > 0 ? longest : length;
    return atMost.compareTo(briefly) > 0 ? atMost : briefly;
  }

  private double largerError(String variant) {
    double ofTime =
        error(variant, data -> data.spread().standardError()).orElse(Double.POSITIVE_INFINITY);
    return Math.max(ofTime, error(variant, data -> data.spread().cpuError()).orElse(0));
  }

  /** Returns the typical number of operations in the bursts so far; 0 if there were none. */
  public int burstOperations() {
    double[] numbers =
        last.stream()
            .flatMap(epoch -> epoch.bursts().values().stream())
            .mapToDouble(BurstData::operationsOfABurst)
            .toArray();
    return numbers.length == 0 ? 0 : (int) Math.round(Median.withDefaults().evaluate(numbers));
  }
}
