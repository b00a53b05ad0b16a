package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.report.stats.Interval;
import java.util.Map;
import java.util.Objects;

/**
 * A fact about a point that readers of its result must know, with its numbers. {@link Sentences}
 * has the words of each kind. In {@code result.json} the kind is the name of the record with a
 * small first letter. A {@code double} is a fraction of 1; an {@code Interval} is a ratio.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = Warning.Former.class)
public sealed interface Warning {

  default boolean forbidsUse() {
    return this instanceof Problem;
  }

  /** A reason not to use the result. */
  sealed interface Problem extends Warning {}

  record OperationsFailed(String variant, long errors, long operations) implements Problem {}

  record TlsDiffers(String variant, String difference) implements Problem {}

  record NothingWorks(String variant, long errors, long operations, String reason)
      implements Problem {
    /** Accepts results of earlier versions, in which every operation failed. */
    public NothingWorks {
      reason = Objects.requireNonNullElse(reason, "every one");
    }
  }

  record ServerLost(long afterSeconds, long errors, String reason) implements Problem {}

  record ServerLostForAWhile(long afterSeconds, long errors, String reason) implements Problem {}

  record Interrupted() implements Problem {}

  record EndedEarly() implements Problem {}

  record TooFewWarmForks(int warm, int forks, long limitSeconds) implements Problem {}

  /** The errors are those of the last epochs of forks that stayed cold. */
  record TooFewWorkingForks(int warm, int forks, long limitSeconds, long errors, long operations)
      implements Problem {}

  record MachineTooBusy(Disturbed epochs, double foreign, double elsewhere) implements Problem {}

  record TooFewEpochs() implements Problem {}

  record ControlOff(Interval control, double allowed) implements Problem {}

  record IntervalsWidened(Interval control, double by) implements Warning {}

  record PrecisionMissed(double asked, double reached) implements Warning {}

  record OneFork() implements Warning {}

  /** The spread is the part of each interval that holds what single forks differ by. */
  record Quick(double spread) implements Warning {}

  record ForksCold(int cold, int forks, long limitSeconds) implements Warning {}

  record RatioChanged(String variant, String baseline, double early, double later)
      implements Warning {}

  record CompilersWorked(double part) implements Warning {}

  /** The ratios are those with the epochs that are left out, by variant. */
  record EpochsLeftOut(Disturbed epochs, Map<String, Interval> with) implements Warning {}

  record EpochsDisturbed(Disturbed epochs) implements Warning {}

  /** The seconds are those of the longest pause; each of the epochs has one. */
  record StoodStill(long seconds, long afterSeconds, int epochs) implements Warning {}

  record OtherCoresBusy(int busy, int epochs) implements Warning {}

  record MachineBusy(double used, double client) implements Warning {}

  record OthersWorked(double part) implements Warning {}

  /** The client limits the rate of new connections. */
  record ClientLimits(double part) implements Warning {}

  record CpuStolen(double part) implements Warning {}

  /** A kind of an earlier version. Its words are in the record of the run, which pages show. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Former() implements Warning {}

  /**
   * Epochs that were disturbed.
   *
   * @param byProcesses those in which other processes used the cores; of the others, such as those
   *     beside other virtual machines, the control is the only sign
   */
  record Disturbed(long number, long of, long byProcesses) {}
}
