package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Records;
import site.ycsb.DB;

/**
 * Sends a short command that reads no records, such as MongoDB's {@code hello}: "run command" of
 * the <a
 * href="https://github.com/mongodb/specifications/blob/master/source/benchmarking/benchmarking.md">benchmarks
 * of MongoDB's drivers</a>. An operation has the series {@code COMMAND}. Thread-safe.
 */
public final class CommandWorkload extends TablelessWorkload {
  private static final String OPERATION = "COMMAND";

  @Override
  public String description() {
    return "a command that reads no records";
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return DirectClient.of(db).direct(OPERATION, Records.class, Records::command).isOk();
  }
}
