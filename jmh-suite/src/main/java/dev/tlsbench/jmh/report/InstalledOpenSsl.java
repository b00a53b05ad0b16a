package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.report.Subprocess.End;
import dev.tlsbench.jmh.report.Subprocess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The {@code openssl} of this machine. Its figures are per second of CPU time, as {@code openssl
 * speed} counts by itself, so that another process on the machine does not slow them down.
 *
 * <p>The tests take turns, round after round, so that a slow moment of the machine does not hit one
 * of them alone; the median of the rounds counts.
 */
final class InstalledOpenSsl implements OpenSsl {
  private static final Median MEDIAN = Median.withDefaults();
  private static final int MOST_ROUNDS = 3;

  private final String program;
  private final Duration grace;

  /** The one on the PATH. */
  InstalledOpenSsl() {
    this("openssl", Duration.ofSeconds(5));
  }

  /**
   * Any other.
   *
   * @param grace how much longer than it should a run may take
   */
  InstalledOpenSsl(String program, Duration grace) {
    this.program = program;
    this.grace = grace;
  }

  @Override
  public OpenSslSpeeds measure(Set<SpeedTest> tests, Duration budget) {
    Outcome version = Subprocess.run(grace, List.of(program, "version"));
    if (version.end() == End.MISSING) {
      return OpenSslSpeeds.none();
    }
    String name =
        version.end() == End.WELL && !version.output().isBlank()
            ? version.output().lines().findFirst().orElse("").replaceAll(" *\\(Library.*", "")
            : "openssl of unknown version";
    long round = tests.stream().mapToLong(SpeedTest::seconds).sum();
    int rounds = (int) Math.max(1, Math.min(MOST_ROUNDS, budget.toSeconds() / Math.max(1, round)));
    return measure(name, tests, rounds, System.nanoTime() + budget.toNanos());
  }

  private OpenSslSpeeds measure(String name, Set<SpeedTest> tests, int rounds, long deadline) {
    Map<SpeedTest, List<List<Double>>> found = new EnumMap<>(SpeedTest.class);
    Map<String, String> failures = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      for (SpeedTest test : tests) {
        if (failures.containsKey(test.algorithm())) {
          continue;
        }
        if (System.nanoTime() > deadline) {
          if (!found.containsKey(test)) {
            failures.put(test.algorithm(), "no time left for openssl speed " + test.algorithm());
          }
          continue;
        }
        run(test, found, failures);
      }
    }
    Map<String, List<Double>> rates = new TreeMap<>();
    found.forEach((test, runs) -> rates.put(test.algorithm(), medians(runs)));
    int fewest = found.values().stream().mapToInt(List::size).min().orElse(0);
    return new OpenSslSpeeds(name, fewest, rates, failures);
  }

  private void run(
      SpeedTest test, Map<SpeedTest, List<List<Double>>> found, Map<String, String> failures) {
    List<String> command = Stream.concat(Stream.of(program), test.arguments().stream()).toList();
    Outcome outcome = Subprocess.run(grace.plusSeconds(test.seconds()), command);
    String what = "openssl speed " + test.algorithm();
    if (outcome.end() == End.HUNG) {
      failures.put(test.algorithm(), what + " did not end in time and was stopped");
    } else if (outcome.end() != End.WELL) {
      failures.put(
          test.algorithm(), "this openssl has no " + test.algorithm() + ", or failed at it");
    } else {
      test.parse(outcome.output())
          .ifPresentOrElse(
              rates -> found.computeIfAbsent(test, key -> new ArrayList<>()).add(rates),
              () -> failures.put(test.algorithm(), what + " printed no figure that can be read"));
    }
    if (failures.containsKey(test.algorithm())) {
      found.remove(test);
    }
  }

  private static List<Double> medians(List<List<Double>> runs) {
    return IntStream.range(0, runs.get(0).size())
        .mapToObj(i -> MEDIAN.evaluate(runs.stream().mapToDouble(run -> run.get(i)).toArray()))
        .toList();
  }
}
