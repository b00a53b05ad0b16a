package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.target.Target;
import java.time.Duration;
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
 * @param warmUp the time after which code may still become faster; {@code null} if it was warm
 * @param hide removes passwords from messages of other software
 */
record RunFacts(
    Instant started,
    String command,
    Target target,
    List<String> hosts,
    Measurements measured,
    @Nullable String lost,
    @Nullable Duration warmUp,
    UnaryOperator<String> hide) {

  /**
   * The measurements of a run.
   *
   * @param baseline the connections with which others are compared
   * @param kinds the connections that were opened, in order, the baseline among them
   * @param unavailable for missing series, the reason
   * @param reused queries on connections that stay open
   * @param scripts measurements in the procedure of the ApsaraDB script
   */
  record Measurements(
      Series baseline,
      Map<Series, KindRun> kinds,
      Map<Series, String> unavailable,
      List<ReusedRun> reused,
      List<ApsaraDbScript> scripts) {}
}
