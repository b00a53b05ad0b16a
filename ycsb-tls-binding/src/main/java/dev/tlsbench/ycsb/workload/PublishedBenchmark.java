package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.List;

/** A workload after a published benchmark, with a figure of its own and rules for its data. */
public interface PublishedBenchmark {
  /**
   * The figure by which the benchmark's results are known: the rate of one operation.
   *
   * @param section of the output, such as {@code TPC-C}
   * @param remark a sentence about the result's standing, without commas
   */
  record Headline(String section, String name, String operation, int seconds, String remark) {}

  Headline headline();

  /** Checks the data after a run; returns a sentence for each violated rule. */
  List<String> violations(DirectClient client);
}
