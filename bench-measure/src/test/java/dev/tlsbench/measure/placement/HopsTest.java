package dev.tlsbench.measure.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class HopsTest {
  @Test
  void takesTurnsOnTheTwoHighestCores() throws Exception {
    NavigableSet<Integer> allowed = Scheduler.cores(ProcessHandle.current().pid());
    assumeTrue(allowed.size() > 1);
    int highest = allowed.last();
    int other = allowed.lower(highest);

    assertThat(coresAfterHopsOf(Hops.here(), 4)).containsExactly(highest, other, highest, other);
  }

  @Test
  void canChangeNothing() throws Exception {
    assumeTrue(Scheduler.cores(ProcessHandle.current().pid()).size() > 1);
    assertThat(coresAfterHopsOf(Hops.NONE, 2)).isEmpty();
  }

  /** Returns the core of a thread after each hop, unless it may still use several. */
  private static List<Integer> coresAfterHopsOf(Hops hops, int count) throws Exception {
    List<Integer> cores = new ArrayList<>();
    List<IOException> failures = new ArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < count; i++) {
                hops.hop();
                try {
                  NavigableSet<Integer> now = Scheduler.cores(Scheduler.CALLER);
                  if (now.size() == 1) {
                    cores.add(now.first());
                  }
                } catch (IOException e) {
                  failures.add(e);
                }
              }
            });
    thread.start();
    thread.join();
    assertThat(failures).isEmpty();
    return cores;
  }
}
