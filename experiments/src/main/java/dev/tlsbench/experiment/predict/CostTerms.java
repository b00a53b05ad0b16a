package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Figure;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.Profile.Operation;
import dev.tlsbench.report.document.Calculation.Input;
import dev.tlsbench.report.document.Calculation.Parameter;
import dev.tlsbench.report.document.Calculation.Term;
import dev.tlsbench.report.document.Unit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The costs of a profile as terms, with the inputs and parameters that they name. What TLS adds to
 * an operation is a part for the message, a part for each byte, and the part of a connection that
 * falls to it.
 */
final class CostTerms {
  static final String REQUEST = "request";
  static final String REPLY = "reply";
  static final String CONNECTION = "operationsPerConnection";
  static final String RESUMED = "resumed";
  static final String RTT = "rtt";
  static final String RATE = "rate";

  private static final String FULL = "full";
  private static final String MESSAGE = "message";
  private static final String OPERATION = "plain.operation.";
  private static final String ROUND_TRIPS = "plain.connection.roundTrips";
  private static final String OF_CONNECTION = "connection";
  private static final List<Figure> SIDES = List.of(Figure.CLIENT, Figure.SERVER);

  /** A slider goes so many times below and above the profile's value. */
  private static final double REACH = 100;

  private static final double MOST_OPERATIONS = 10_000;
  private static final double LONGEST_RTT = 50_000;

  /** Replies so much larger or smaller than the only measured ones have another cost. */
  private static final double NEAR = 2;

  private final Calibration costs;
  private final Profile profile;
  private final double reply;
  private final List<Input> inputs = new ArrayList<>();
  private final Set<Parameter> parameters = new LinkedHashSet<>();

  /**
   * @param variants whose costs are needed
   * @throws InvalidSettingException if one of them was not measured
   */
  CostTerms(Calibration costs, Profile profile, List<Tls> variants) {
    this.costs = costs;
    this.profile = profile;
    this.reply = profile.sum(Operation::replyBytes);
    slider(REQUEST, "request", Unit.BYTES, profile.sum(Operation::requestBytes));
    slider(REPLY, "reply", Unit.BYTES, reply);
    Double connection = profile.operationsPerConnection();
    if (connection != null) {
      double most = Math.max(MOST_OPERATIONS, connection);
      String label = "operations for each connection";
      inputs.add(new Input(CONNECTION, label, Unit.NUMBER, 1, most, connection, true));
      double resumed = profile.resumed();
      inputs.add(
          new Input(RESUMED, "resumed handshakes, 1 = all", Unit.NUMBER, 0, 1, resumed, false));
    }
    double rtt = profile.rttMicros();
    double longest = Math.max(LONGEST_RTT, 2 * rtt);
    inputs.add(new Input(RTT, "round-trip time", Unit.MICROS, 0, longest, rtt, false));
    if (profile.rate() != null) {
      slider(RATE, "operations a second", Unit.PER_SECOND, profile.rate());
    }
    plain(Figure.CLIENT, Operation::clientCpuMicros, "client CPU of a plain operation");
    plain(Figure.SERVER, Operation::serverCpuMicros, "server CPU of a plain operation");
    plain(Figure.TIME, Operation::latencyMicros, "latency of a plain operation");
    for (Tls tls : variants) {
      require(tls);
      for (Figure figure : Figure.values()) {
        derive(tls, figure);
      }
    }
  }

  List<Input> inputs() {
    return List.copyOf(inputs);
  }

  List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  private void slider(String name, String label, Unit unit, double value) {
    inputs.add(
        new Input(name, label, unit, Math.max(1, value / REACH), value * REACH, value, true));
  }

  /** Adds the cost of a plain operation: what the user knows, else what was measured. */
  private void plain(Figure figure, Function<Operation, @Nullable Double> known, String label) {
    String name = OPERATION + figure.id();
    Double given = profile.mean(known);
    if (given != null) {
      inputs.add(new Input(name, label, Unit.MICROS, given / REACH, given * REACH, given, true));
    } else if (costs.knowsMessages(Calibration.PLAIN, figure)) {
      double rtt = figure == Figure.TIME ? profile.rttMicros() : 0;
      derive(name, draw -> rtt + whole(Calibration.PLAIN, figure, draw));
    }
  }

  private void require(Tls tls) {
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
    if (isReconnecting() && !costs.knows(tls.name(), FULL, Figure.TIME)) {
      throw new InvalidSettingException(
          "--from: no connections of "
              + tls.name()
              + " were measured; add a result of 'connect', or give --operations-per-connection"
              + " unlimited");
    }
    if (profile.resumed() > 0 && !costs.knows(tls.name(), RESUMED, Figure.TIME)) {
      throw new InvalidSettingException(
          "resumed: no session was resumed when "
              + tls.name()
              + " was measured, so what that costs is not known; give 0");
    }
  }

  /**
   * Adds what TLS adds to a message near the profile's sizes: a fixed part and a part for each byte
   * of the mean reply. Sliders follow this line.
   */
  private void derive(Tls tls, Figure figure) {
    if (!costs.knowsMessages(tls.name(), figure)) {
      return;
    }
    IntToDoubleFunction byByte =
        draw ->
            profile.sum(one -> one.replyBytes() * segment(tls.name(), one).slope(figure, draw))
                / reply;
    derive(Calibration.name(tls.name(), REPLY, figure), byByte);
    double[] offTheLine = Draws.standardNormal(tls.name().hashCode());
    derive(
        Calibration.name(tls.name(), MESSAGE, figure),
        draw ->
            whole(tls.name(), figure, draw)
                - reply * byByte.applyAsDouble(draw)
                + (draw < 0 ? 0 : offTheLine[draw]) * doubt(tls.name(), figure, draw));
  }

  private void derive(String name, IntToDoubleFunction at) {
    List<Double> drawn = IntStream.range(0, Calibration.DRAWS).mapToObj(at::applyAsDouble).toList();
    parameters.add(new Parameter(name, at.applyAsDouble(-1), drawn));
  }

  /** Returns the mean cost of the profile's operations, as far as it depends on the reply. */
  private double whole(String variant, Figure figure, int draw) {
    return profile.sum(one -> segment(variant, one).cost(one.replyBytes(), figure, draw));
  }

  /** Returns the standard deviation of that, as far as sizes lie between the measured ones. */
  private double doubt(String variant, Figure figure, int draw) {
    return profile.sum(
        one -> {
          Segment segment = segment(variant, one);
          double bytes = one.replyBytes();
          return segment.doubt(bytes) * segment.cost(bytes, figure, draw);
        });
  }

  private Segment segment(String variant, Operation operation) {
    return Segment.of(costs, variant, operation.replyBytes());
  }

  /** Returns true if connections end. */
  boolean isReconnecting() {
    return profile.operationsPerConnection() != null;
  }

  boolean knowsPlain(Figure figure) {
    String name = OPERATION + figure.id();
    return inputs.stream().anyMatch(input -> input.name().equals(name)) || isMeasured(figure);
  }

  private boolean isMeasured(Figure figure) {
    String name = OPERATION + figure.id();
    return parameters.stream().anyMatch(parameter -> parameter.name().equals(name));
  }

  /** Returns what a plain operation costs, without its connection. */
  List<Term> plain(Figure figure) {
    return List.of(Term.of(1, OPERATION + figure.id()));
  }

  /** Returns CPU time of a plain operation with its part of a connection. */
  List<Term> plainWhole(Figure side) {
    List<Term> terms = new ArrayList<>(plain(side));
    // What a user knows of an operation includes its connection.
    if (isMeasured(side)
        && isReconnecting()
        && costs.knows(Calibration.PLAIN, OF_CONNECTION, side)) {
      terms.add(measured(1, Calibration.PLAIN, OF_CONNECTION, side).over(CONNECTION));
    }
    return terms;
  }

  /** Returns what TLS adds to an operation, its part of a connection included. */
  List<Term> added(Tls tls, Figure side) {
    return both(message(tls, side), handshake(tls, side));
  }

  /** Returns what TLS adds to the messages of an operation. */
  List<Term> message(Tls tls, Figure figure) {
    List<Term> terms = new ArrayList<>();
    terms.add(Term.of(1, Calibration.name(tls.name(), MESSAGE, figure)));
    terms.add(Term.of(1, Calibration.name(tls.name(), REPLY, figure), REPLY));
    if (costs.knows(tls.name(), REQUEST, figure)) {
      terms.add(measured(1, tls.name(), REQUEST, figure, REQUEST));
    }
    return terms;
  }

  /** Returns the part of a handshake that falls to an operation. */
  List<Term> handshake(Tls tls, Figure figure) {
    if (!isReconnecting() || !costs.knows(tls.name(), FULL, figure)) {
      return List.of();
    }
    List<Term> terms = new ArrayList<>();
    terms.add(measured(1, tls.name(), FULL, figure).over(CONNECTION));
    if (costs.knows(tls.name(), RESUMED, figure)) {
      terms.add(measured(-1, tls.name(), FULL, figure, RESUMED).over(CONNECTION));
      terms.add(measured(1, tls.name(), RESUMED, figure, RESUMED).over(CONNECTION));
    }
    return terms;
  }

  /** Returns the CPU time that an operation saves if its handshake resumes a session. */
  List<Term> savedByResumption(Tls tls, Figure side) {
    if (!isReconnecting() || !costs.knows(tls.name(), RESUMED, side)) {
      return List.of();
    }
    return List.of(
        measured(1, tls.name(), FULL, side).over(CONNECTION),
        measured(-1, tls.name(), RESUMED, side).over(CONNECTION),
        measured(-1, tls.name(), FULL, side, RESUMED).over(CONNECTION),
        measured(1, tls.name(), RESUMED, side, RESUMED).over(CONNECTION));
  }

  /** Returns true if the duration of a whole connection is known, for any round-trip time. */
  boolean knowsConnections() {
    return costs.find(ROUND_TRIPS).isPresent()
        && costs.knows(Calibration.PLAIN, OF_CONNECTION, Figure.TIME);
  }

  /** Returns the duration of a plain connection, from the TCP connect to the first answer. */
  List<Term> plainConnection() {
    parameters.add(costs.find(ROUND_TRIPS).orElseThrow());
    return List.of(
        measured(1, Calibration.PLAIN, OF_CONNECTION, Figure.TIME), Term.of(1, ROUND_TRIPS, RTT));
  }

  /** Returns what TLS adds to the duration of a connection; empty if it is not known. */
  List<Term> connection(Tls tls, boolean resumed) {
    String kind = resumed ? RESUMED : FULL;
    return costs.knows(tls.name(), kind, Figure.TIME)
        ? List.of(measured(1, tls.name(), kind, Figure.TIME), Term.of(tls.roundTrips(resumed), RTT))
        : List.of();
  }

  /** Returns how long an operation takes without any queue, its part of a connection included. */
  List<Term> plainDuration() {
    return isReconnecting()
        ? both(plain(Figure.TIME), shared(plainConnection()))
        : plain(Figure.TIME);
  }

  /** Returns what TLS adds to that. */
  List<Term> addedDuration(Tls tls) {
    List<Term> terms = new ArrayList<>(message(tls, Figure.TIME));
    if (isReconnecting()) {
      terms.addAll(handshake(tls, Figure.TIME));
      double full = tls.roundTrips(false);
      terms.add(Term.of(full, RTT).over(CONNECTION));
      terms.add(Term.of(tls.roundTrips(true) - full, RTT, RESUMED).over(CONNECTION));
    }
    return terms;
  }

  private static List<Term> shared(List<Term> ofConnection) {
    return ofConnection.stream().map(term -> term.over(CONNECTION)).toList();
  }

  /** Returns the sides whose CPU time is known. */
  List<Figure> sides(Tls tls) {
    return SIDES.stream().filter(side -> costs.knowsMessages(tls.name(), side)).toList();
  }

  /** Joins terms of all sides whose CPU time is known. */
  List<Term> ofSides(Tls tls, Function<Figure, List<Term>> terms) {
    return sides(tls).stream().flatMap(side -> terms.apply(side).stream()).toList();
  }

  private Term measured(
      double factor, String variant, String part, Figure figure, String... times) {
    String name = Calibration.name(variant, part, figure);
    parameters.add(costs.find(name).orElseThrow());
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(List.of(times));
    return new Term(factor, all, List.of());
  }

  static List<Term> both(List<Term> one, List<Term> other) {
    List<Term> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }
}
