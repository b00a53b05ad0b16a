package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import dev.tlsbench.experiment.predict.CostKey.Part;
import dev.tlsbench.experiment.predict.Profile.Operation;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The costs of a profile's operation and of its connection. The cost of TLS for an operation
 * consists of the cost for its messages, and its share of a connection. Methods return {@code null}
 * for a cost that is unknown or does not occur.
 */
final class OperationCosts {
  private static final List<Figure> SIDES = List.of(Figure.CLIENT, Figure.SERVER);

  /** Replies that differ from a single measured size by more than this factor have another cost. */
  private static final double NEAR = 2;

  private final Calibration costs;
  private final Profile profile;

  OperationCosts(Calibration costs, Profile profile) {
    this.costs = costs;
    this.profile = profile;
  }

  /**
   * @throws InvalidSettingException if the profile needs a cost of this variant that was not
   *     measured
   */
  void require(Tls tls) {
    double reply = profile.sum(Operation::replyBytes);
    List<Double> sizes = costs.sizes(tls.name());
    if (sizes.size() == 1 && Math.abs(Math.log(reply / sizes.get(0))) > Math.log(NEAR)) {
      throw new InvalidSettingException(
          "--from: too little data for an interval: "
              + tls.name()
              + " was measured with replies of "
              + Calibration.text(sizes.get(0))
              + " bytes only, and the profile's have "
              + Calibration.text(reply)
              + "; add a result of sweep --axis size");
    }
    if (isReconnecting() && get(tls.name(), Part.FULL, Figure.TIME) == null) {
      throw new InvalidSettingException(
          "--from: no connections of "
              + tls.name()
              + " were measured; add a result of 'connect', or give --operations-per-connection"
              + " unlimited");
    }
    if (profile.resumed() > 0 && get(tls.name(), Part.RESUMED, Figure.TIME) == null) {
      throw new InvalidSettingException(
          "resumed: no session was resumed when "
              + tls.name()
              + " was measured, so its cost is unknown; give 0");
    }
  }

  private @Nullable Drawn get(String variant, Part part, Figure figure) {
    return costs.get(variant, part, figure).orElse(null);
  }

  /** Returns the sides whose CPU time is known. */
  List<Figure> sides(Tls tls) {
    return SIDES.stream().filter(side -> costs.knowsMessages(tls.name(), side)).toList();
  }

  /** Returns the sum of a cost over all sides whose CPU time is known. */
  @Nullable Drawn ofSides(Tls tls, Function<Figure, @Nullable Drawn> cost) {
    Drawn sum = null;
    for (Figure side : sides(tls)) {
      sum = Drawn.sum(sum, cost.apply(side));
    }
    return sum;
  }

  /** Returns true if connections end. */
  boolean isReconnecting() {
    return profile.operationsPerConnection() != null;
  }

  private Drawn perOperation(Drawn ofConnection) {
    return ofConnection.over(Objects.requireNonNull(profile.operationsPerConnection()));
  }

  /** Returns the user's figure for a plain operation; {@code null} if not given. */
  private @Nullable Double given(Figure figure) {
    return profile.mean(
        switch (figure) {
          case CLIENT -> Operation::clientCpuMicros;
          case SERVER -> Operation::serverCpuMicros;
          default -> Operation::latencyMicros;
        });
  }

  /**
   * Returns the cost of a plain operation without its connection: the user's figure, else the
   * measured one.
   */
  @Nullable Drawn plain(Figure figure) {
    Double given = given(figure);
    if (given != null) {
      return Drawn.constant(given);
    }
    if (!costs.knowsMessages(Calibration.PLAIN, figure)) {
      return null;
    }
    Drawn rtt = Drawn.constant(figure == Figure.TIME ? profile.rttMicros() : 0);
    return rtt.plus(ofReplies(Calibration.PLAIN, figure, Drawn.constant(0)));
  }

  /** Returns the CPU time of a plain operation with its share of a connection. */
  @Nullable Drawn plainWhole(Figure side) {
    Drawn plain = plain(side);
    Drawn connection = get(Calibration.PLAIN, Part.CONNECTION, side);
    // A user's figure for an operation includes its connection.
    return plain == null || connection == null || given(side) != null || !isReconnecting()
        ? plain
        : plain.plus(perOperation(connection));
  }

  /** Returns the cost of TLS for an operation with its share of a connection. */
  @Nullable Drawn added(Tls tls, Figure side) {
    return Drawn.sum(message(tls, side), handshake(tls, side));
  }

  /** Returns the cost of TLS for the messages of an operation. */
  @Nullable Drawn message(Tls tls, Figure figure) {
    if (!costs.knowsMessages(tls.name(), figure)) {
      return null;
    }
    Drawn offTheLine = Draws.standardNormal(tls.name().hashCode());
    Drawn reply = ofReplies(tls.name(), figure, offTheLine);
    Drawn request = get(tls.name(), Part.REQUEST, figure);
    return request == null
        ? reply
        : reply.plus(request.times(profile.sum(Operation::requestBytes)));
  }

  /**
   * Returns the part of the mean cost of the profile's operations that depends on the reply.
   *
   * @param offTheLine the error of costs between measured sizes, in standard deviations
   */
  private Drawn ofReplies(String variant, Figure figure, Drawn offTheLine) {
    Drawn mean = Drawn.constant(0);
    for (Operation one : profile.operations()) {
      Segment segment = Segment.of(costs, variant, one.replyBytes());
      Drawn cost = segment.cost(one.replyBytes(), figure);
      Drawn error = cost.times(offTheLine).times(segment.doubt(one.replyBytes()));
      mean = mean.plus(cost.plus(error).times(one.share()));
    }
    return mean;
  }

  /** Returns an operation's share of a handshake. */
  @Nullable Drawn handshake(Tls tls, Figure figure) {
    Drawn full = get(tls.name(), Part.FULL, figure);
    if (full == null || !isReconnecting()) {
      return null;
    }
    Drawn resumed = get(tls.name(), Part.RESUMED, figure);
    return perOperation(
        resumed == null ? full : full.plus(resumed.minus(full).times(profile.resumed())));
  }

  /** Returns the CPU time that an operation saves if its handshake resumes a session. */
  @Nullable Drawn savedByResumption(Tls tls, Figure side) {
    Drawn full = get(tls.name(), Part.FULL, side);
    Drawn resumed = get(tls.name(), Part.RESUMED, side);
    return full == null || resumed == null || !isReconnecting()
        ? null
        : perOperation(full.minus(resumed).times(1 - profile.resumed()));
  }

  /** Returns the duration of a plain connection, from the TCP connect to the first answer. */
  @Nullable Drawn plainConnection() {
    Drawn time = get(Calibration.PLAIN, Part.CONNECTION, Figure.TIME);
    Drawn roundTrips = get(Calibration.PLAIN, Part.CONNECTION, Figure.ROUND_TRIPS);
    return time == null || roundTrips == null
        ? null
        : time.plus(roundTrips.times(profile.rttMicros()));
  }

  /** Returns the time that TLS adds to opening a connection. */
  @Nullable Drawn connection(Tls tls, boolean resumed) {
    Drawn time = get(tls.name(), resumed ? Part.RESUMED : Part.FULL, Figure.TIME);
    return time == null ? null : time.plus(roundTrips(tls, resumed).times(profile.rttMicros()));
  }

  /**
   * Returns the round trips that TLS adds; without resumed connections those of a full one, and
   * without both, as in calibrations of older versions, those of the handshake alone.
   */
  private Drawn roundTrips(Tls tls, boolean resumed) {
    Drawn own = get(tls.name(), resumed ? Part.RESUMED : Part.FULL, Figure.ROUND_TRIPS);
    if (own != null) {
      return own;
    }
    Drawn full = get(tls.name(), Part.FULL, Figure.ROUND_TRIPS);
    return full == null ? Drawn.constant(tls.roundTrips(resumed)) : full;
  }

  /**
   * Returns the duration of a plain operation without any queue, with its share of a connection.
   */
  @Nullable Drawn plainDuration() {
    Drawn plain = plain(Figure.TIME);
    if (plain == null || !isReconnecting()) {
      return plain;
    }
    Drawn connection = plainConnection();
    return connection == null ? null : plain.plus(perOperation(connection));
  }

  /** Returns the time in which an operation waits for the round trips that TLS adds. */
  Drawn addedWaits(Tls tls) {
    if (!isReconnecting()) {
      return Drawn.constant(0);
    }
    Drawn full = roundTrips(tls, false);
    Drawn roundTrips = full.plus(roundTrips(tls, true).minus(full).times(profile.resumed()));
    return perOperation(roundTrips.times(profile.rttMicros()));
  }
}
