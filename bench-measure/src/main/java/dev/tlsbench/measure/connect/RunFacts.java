package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a run that has ended, before figures are computed.
 *
 * @param command the command line, without secrets
 * @param series the names of the series that were measured, in order; the baseline is the first
 * @param unavailable for missing series, the reason
 * @param query run on each connection
 * @param cores of client and server; empty for any
 * @param isComplete false if the run ended early
 * @param warmUp the time after which code may still become faster; {@code null} if it was warm
 * @param problems reasons not to use the result that figures do not show
 * @param notes on the placement
 * @param hide removes passwords from messages of other software
 */
record RunFacts(
    Instant started,
    String command,
    Target target,
    List<Variant> variants,
    Gathered gathered,
    List<String> series,
    Map<String, String> unavailable,
    String query,
    Set<Integer> cores,
    boolean isComplete,
    @Nullable Duration warmUp,
    List<String> problems,
    List<String> notes,
    UnaryOperator<String> hide) {

  /** Returns true if the series uses the TLS of the driver. */
  static boolean isDriversOwn(List<Variant> variants, Series series) {
    return variants.stream()
        .anyMatch(each -> each.name().equals(series.variant()) && each.isDriversOwn());
  }

  /** Returns the names of the series; reasons may hold more than is to be shown. */
  @Override
  public String toString() {
    return series.toString();
  }

  String baseline() {
    return series.get(0);
  }

  /** Returns the kind of connections of a series; the control has the baseline's. */
  Kind kind(String name) {
    boolean isControl = name.equals(Series.CONTROL.name());
    return Series.of(isControl ? baseline() : name).kind();
  }
}
