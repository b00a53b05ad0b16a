package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.List;

/** A workload after a published benchmark, with a figure of its own and rules for its data. */
public interface PublishedBenchmark {
  /**
   * The figure by which the benchmark's results are known: the rate of one operation.
   *
   * @param section the section of the output, such as {@code TPC-C}
   * @param name the figure, such as {@code tpmC}
   * @param remark a sentence about the result's standing, without commas
   */
  record Headline(String section, String name, String operation, int seconds, String remark) {}

  /** {@return the figure} */
  Headline headline();

  /**
   * Checks the data after a run.
   *
   * @return a sentence for each violated rule; empty if all hold
   */
  List<String> violations(DirectClient client);
}
