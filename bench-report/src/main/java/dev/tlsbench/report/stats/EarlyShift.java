package dev.tlsbench.report.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A difference between a ratio at the beginning of forks and later. It occurs if a variant takes
 * longer to warm up than the baseline: TLS runs code that a plain connection does not. Alternation
 * does not cancel it. All forks begin in the same way, so the first quarter of each is compared
 * with its rest, and the differences of all forks are tested against 0 (Student's t).
 *
 * @param early the ratio in the first quarter of forks, geometric mean
 * @param flagged true if the difference is both significant (p &lt; 0.01) and larger than 1 %
 */
public record EarlyShift(double early, double later, boolean flagged) {
  private static final double THRESHOLD = 0.01;
  private static final int FEWEST_FORKS = 3;
  private static final int FEWEST_EPOCHS = 4;

  /**
   * Looks for a shift.
   *
   * @return the shift; empty with fewer than 3 forks of 4 epochs or more
   */
  public static Optional<EarlyShift> of(ForkSample sample) {
    List<double[]> forks =
        Arrays.stream(sample.values()).filter(fork -> fork.length >= FEWEST_EPOCHS).toList();
    if (forks.size() < FEWEST_FORKS) {
      return Optional.empty();
    }
    ForkSample differences = new ForkSample();
    double early = 0;
    double later = 0;
    for (int i = 0; i < forks.size(); i++) {
      double[] fork = forks.get(i);
      int quarter = fork.length / 4;
      double before = ForkSample.mean(Arrays.copyOfRange(fork, 0, quarter));
      double after = ForkSample.mean(Arrays.copyOfRange(fork, quarter, fork.length));
      differences.add(i, before - after);
      early += before / forks.size();
      later += after / forks.size();
    }
    return Optional.of(
        new EarlyShift(
            Math.exp(early),
            Math.exp(later),
            differences.estimate().excludesZero()
                && Math.abs(Math.expm1(early - later)) > THRESHOLD));
  }
}
