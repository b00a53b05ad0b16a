package dev.tlsbench.measure.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tlsbench.measure.placement.Interference.Stretch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Made-up times of a caller and of rivals that alternate every 100 ns. */
class InterferenceTest {
  private static final int TURNS = 40;
  private static final int TURN = 100;
  private final List<Stretch> steps = new ArrayList<>();

  /** A caller that takes 10 ns, and this much longer in turns in which rivals compute. */
  private void caller(long longer) {
    for (long now = 0; now < (long) TURNS * TURN; ) {
      long took = 10 + (computes(now / TURN) ? longer : 0);
      steps.add(new Stretch(now, now + took, true));
      now += took;
    }
  }

  private static boolean computes(long turn) {
    return turn % 2 == 0;
  }

  /** A rival that has its core in the first turns. */
  private static NavigableMap<Long, Stretch> rival(int turns) {
    NavigableMap<Long, Stretch> stretches = new TreeMap<>();
    for (long turn = 0; turn < turns; turn++) {
      stretches.put(turn * TURN, new Stretch(turn * TURN, (turn + 1) * TURN, computes(turn)));
    }
    return stretches;
  }

  @Test
  void seesThatARivalSlowsTheCaller() {
    caller(5);

    assertThat(Interference.slowdown(steps, List.of(rival(TURNS), rival(TURNS))).orElseThrow())
        .isCloseTo(0.5, within(0.001));
  }

  @Test
  void seesThatNoRivalSlowsTheCaller() {
    caller(0);

    assertThat(Interference.slowdown(steps, List.of(rival(TURNS))).orElseThrow()).isZero();
  }

  @Test
  void leavesOutTimesInWhichARivalHasLostItsCore() {
    caller(5);
    NavigableMap<Long, Stretch> rival = rival(TURNS);
    // Another process computes in turns in which the rival would pause.
    List<Stretch> slow = new ArrayList<>();
    for (long turn = 1; turn < TURNS / 2; turn += 2) {
      rival.remove(turn * TURN);
      for (long now = turn * TURN; now < (turn + 1) * TURN; now += 25) {
        slow.add(new Stretch(now, now + 25, true));
      }
    }
    steps.addAll(slow);

    assertThat(Interference.slowdown(steps, List.of(rival)).orElseThrow())
        .isCloseTo(0.5, within(0.001));
  }

  @Test
  void isUnknownIfARivalHardlyHadItsCore() {
    caller(5);

    assertThat(Interference.slowdown(steps, List.of(rival(TURNS), rival(8)))).isEmpty();
    assertThat(Interference.slowdown(steps, List.of())).as("no other core").isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isUnknownIfARivalSharesTheCallersCore() throws Exception {
    NavigableSet<Integer> cores = Scheduler.cores(ProcessHandle.current().pid());
    assumeThat(cores).as("cores").hasSizeGreaterThan(1);

    OptionalDouble found =
        CompletableFuture.supplyAsync(
                () -> {
                  moveCallerTo(cores.first());
                  return Interference.slowdown(Set.of(cores.last()));
                },
                task -> new Thread(task).start())
            .get();

    assertThat(found).isEmpty();
  }

  private static void moveCallerTo(int core) {
    try {
      Scheduler.setCores(Scheduler.CALLER, Set.of(core));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
