package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.tap.TapResult;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Derives values of a profile from the connections that a tap saw. Connections without an exchange,
 * such as health checks, have no operations. Sizes are measured on the wire and include log-in and
 * TLS, so they are a little too large for connections with few operations.
 */
public final class TapProfile {
  private TapProfile() {}

  /**
   * Returns the values by the names of their options.
   *
   * @throws InvalidSettingException if no connection had an exchange
   */
  public static Map<String, String> of(TapResult tap) {
    List<TapResult.Seen> used =
        tap.connections().stream().filter(seen -> seen.transfer().exchanges() > 0).toList();
    if (used.isEmpty()) {
      throw new InvalidSettingException(
          "--from: the tap saw no connection with questions and answers, so it is no profile; let"
              + " the application work while the tap runs");
    }
    long exchanges = used.stream().mapToLong(seen -> seen.transfer().exchanges()).sum();
    long toServer = used.stream().mapToLong(seen -> seen.transfer().toServerBytes()).sum();
    long toClient = used.stream().mapToLong(seen -> seen.transfer().toClientBytes()).sum();
    double ofAnyConnection = (double) exchanges / tap.connections().size();
    long completed = tap.all().counts().completed();
    Map<String, String> values = new HashMap<>();
    values.put("rate", number(tap.all().cost().connectionsPerSecond() * ofAnyConnection));
    values.put("request", number(Math.max(1, (double) toServer / exchanges)));
    values.put("reply", number(Math.max(1, (double) toClient / exchanges)));
    values.put("operations-per-connection", number((double) exchanges / used.size()));
    if (completed > 0) {
      values.put("resumed", number((double) tap.all().counts().resumed() / completed));
    }
    return values;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
