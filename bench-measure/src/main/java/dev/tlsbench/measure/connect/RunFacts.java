package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.target.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a run that has ended, before figures are computed.
 *
 * @param command the command line, without secrets
 * @param hosts the server's names in the URL
 * @param lost the reason why the run ended early; {@code null} if it did not
 * @param warm false if code may still become faster during the measurement
 * @param hide removes passwords from messages of other software
 */
record RunFacts(
    Instant started,
    String command,
    Target target,
    List<String> hosts,
    Measurements measured,
    @Nullable String lost,
    boolean warm,
    UnaryOperator<String> hide) {

  /**
   * The measurements of a run.
   *
   * @param unavailable for missing kinds, the reason
   * @param reused queries on connections that stay open
   * @param scripts measurements in the procedure of the ApsaraDB script
   */
  record Measurements(
      Map<Kind, KindRun> kinds,
      Map<Kind, String> unavailable,
      List<ReusedRun> reused,
      List<ApsaraDbScript> scripts) {}
}
