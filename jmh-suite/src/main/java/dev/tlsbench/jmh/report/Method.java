package dev.tlsbench.jmh.report;

import java.util.IntSummaryStatistics;
import java.util.Locale;

/** How to read the figures. */
final class Method {
  static final String LEFT_OUT =
      "Handshake, Record and Cipher run in memory on one thread: no network, no system calls, no"
          + " other connection that competes for caches, and code that the JIT compiler has"
          + " compiled for this one suite. Making contexts and engines is outside of the clock, so"
          + " is reading keys and certificates; there is no revocation check, and the chain is one"
          + " certificate below its authority. Socket uses loopback with both ends on one thread;"
          + " Connect and Operation use loopback and a server in another process of the same"
          + " machine: no real network's latency, the server's share and the waking of idle cores"
          + " inside the wall time, neither of them in the CPU time. Forks use the serial"
          + " collector, so that no collector's threads compete; with another one allocation costs something else. The figures are"
          + " of this machine, with its AES and SHA instructions; ratios travel better than times,"
          + " and neither travels far.";

  private Method() {}

  /** What stands behind the figures, and how far to trust them. */
  static String figures(IntSummaryStatistics forks, boolean complete) {
    String medians =
        "A fork is a JVM of its own; its value is the mean over its iterations, and a figure is the"
            + " median over forks. ";
    if (forks.getMax() < 2) {
      return medians
          + "There is one fork for each figure here, which says nothing about how far the next"
          + " would be from it: there are no intervals, and nothing is concluded.";
    }
    String some =
        forks.getMin() < 2 ? "Figures without ± come from one fork, which allows none. " : "";
    return medians
        + "± is the further end of its interval (95% by name, percentile bootstrap over forks, "
        + String.format(Locale.ROOT, "%,d", Bootstrap.RESAMPLES)
        + " resamples); ratios are of medians, both resampled. An interval cannot reach beyond the"
        + " fastest and the slowest fork: with 5 forks it holds the true median in at most 94%"
        + " (1 - 2·(1/2)^5) of all runs, with fewer in less. "
        + some
        + Notes.NONE
        + " stands for what this set does not measure"
        + (complete ? "." : ", or did not come to.");
  }
}
