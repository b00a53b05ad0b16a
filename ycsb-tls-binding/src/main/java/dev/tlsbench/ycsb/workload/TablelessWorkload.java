package dev.tlsbench.ycsb.workload;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import site.ycsb.DB;
import site.ycsb.Workload;

/** A workload that reads no table, so that there is nothing to load. */
public abstract class TablelessWorkload extends Workload implements SelfLoading, Uniform {
  @Override
  public final int loads() {
    return 0;
  }

  @Override
  public boolean isLoaded(DirectClient client) {
    return true;
  }

  @Override
  public final boolean doInsert(DB db, Object state) {
    throw new InvalidSettingException(
        "workload: " + getClass().getSimpleName() + " has no records to load");
  }
}
