package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.tap.TapResult;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Derives a profile from the connections that a tap saw: rate, sizes of messages, operations for
 * each connection, and resumed handshakes. Sizes are measured on the wire and include log-in and
 * TLS, so they are a little too large for connections with few operations.
 */
public final class TapProfile {
  private TapProfile() {}

  /**
   * Returns the profile of an application from a tap's result.
   *
   * @throws InvalidSettingException if no connection had an exchange
   */
  public static TypedProfile of(TapResult tap) {
    long exchanges = 0;
    long toServer = 0;
    long toClient = 0;
    long connections = 0;
    for (TapResult.Seen seen : tap.connections()) {
      if (seen.transfer().exchanges() > 0) {
        connections++;
        exchanges += seen.transfer().exchanges();
        toServer += seen.transfer().toServerBytes();
        toClient += seen.transfer().toClientBytes();
      }
    }
    if (exchanges == 0) {
      throw new InvalidSettingException(
          "--from: the tap saw no connection with questions and answers, so it is no profile; let"
              + " the application work while the tap runs");
    }
    double each = (double) exchanges / connections;
    long completed = tap.all().counts().completed();
    Map<String, String> values = new HashMap<>();
    values.put("rate", number(tap.all().cost().connectionsPerSecond() * each) + "/s");
    values.put("request", Long.toString(Math.max(1, toServer / exchanges)));
    values.put("reply", Long.toString(Math.max(1, toClient / exchanges)));
    values.put("operations-per-connection", number(each));
    if (completed > 0) {
      values.put("resumed", number((double) tap.all().counts().resumed() / completed));
    }
    return TypedProfile.of(values);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
