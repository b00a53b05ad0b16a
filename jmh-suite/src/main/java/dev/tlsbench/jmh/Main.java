package dev.tlsbench.jmh;

import dev.tlsbench.jmh.run.Catalog;
import dev.tlsbench.jmh.run.SuiteRun;
import dev.tlsbench.jmh.tls.JvmSwitches;
import java.util.List;

/**
 * Runs the benchmarks, or a set of them: {@code --help} tells how.
 *
 * <p>The exit code is 0 if all went well, 2 if the command line is wrong, 4 if a benchmark failed
 * or the result must not be used for another reason.
 */
public final class Main {
  private Main() {}

  /**
   * Starts.
   *
   * @param args our options and JMH's
   */
  public static void main(String[] args) {
    JvmSwitches.silenceProviders();
    System.exit(new SuiteRun(Catalog.ofSuite(), System.out, System.err).run(List.of(args)));
  }
}
