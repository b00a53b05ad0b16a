package dev.tlsbench.experiment.probe;

import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A probe of several servers, as the content of {@code result.json}. */
public record HostsResult(int schemaVersion, RunRecord run, List<Host> hosts) {
  public static final int SCHEMA_VERSION = 1;

  /** A server with either a failure or a probe. */
  public record Host(String address, @Nullable String failure, @Nullable ProbeResult probe) {
    /** Checks limits under the server's name; none if it was not probed. */
    public List<LimitCheck> checks(List<ProbeLimit> limits) {
      return probe == null
          ? List.of()
          : limits.stream().map(limit -> limit.check(address + ": ", probe)).toList();
    }
  }
}
