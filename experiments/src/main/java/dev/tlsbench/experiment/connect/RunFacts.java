package dev.tlsbench.experiment.connect;

import dev.tlsbench.experiment.target.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a run measured, before it is put in figures.
 *
 * @param started when
 * @param command what was typed, without secrets
 * @param target the server
 * @param hosts its names in the URL
 * @param kinds the connections of each kind
 * @param unavailable why there are none of the others
 * @param reused queries on connections that stay open
 * @param scripts what the ApsaraDB script would have seen
 * @param lost why the run ended early; {@code null} if it did not
 * @param hide takes passwords out of what other software said
 */
record RunFacts(
    Instant started,
    String command,
    Target target,
    List<String> hosts,
    Map<Kind, KindRun> kinds,
    Map<Kind, String> unavailable,
    List<ReusedRun> reused,
    List<ApsaraDbScript> scripts,
    @Nullable String lost,
    UnaryOperator<String> hide) {}
