package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes the predictions for a profile from each joint draw of the costs. */
final class Model {
  static final double PERCENT = 100;
  private static final double MICROS = 1e6;

  /** The part of the handshakes that a pool saves by keeping connections ten times as long. */
  private static final double POOL = 0.9;

  private static final List<Side> SIDES =
      List.of(
          new Side(
              Figure.CLIENT,
              Predicted.CLIENT_CPU,
              Predicted.CLIENT_CORES,
              Predicted.CLIENT_CORES_WHOLE,
              Predicted.CLIENT_CAPACITY_RATIO,
              Predicted.CLIENT_CAPACITY),
          new Side(
              Figure.SERVER,
              Predicted.SERVER_CPU,
              Predicted.SERVER_CORES,
              Predicted.SERVER_CORES_WHOLE,
              Predicted.SERVER_CAPACITY_RATIO,
              Predicted.SERVER_CAPACITY));

  private final Profile profile;
  private final OperationCosts costs;
  private final List<Tls> variants;

  /** The figures of one side. */
  private record Side(
      Figure figure,
      Predicted cpu,
      Predicted cores,
      Predicted coresWhole,
      Predicted capacityRatio,
      Predicted capacity) {}

  /**
   * An operation of a client in a closed loop.
   *
   * @param demand the time on the cores that saturate first, in microseconds
   * @param duration the time without any queue, in microseconds
   * @param waits the part of the duration in which it waits for round trips that TLS adds
   */
  record Load(Drawn demand, Drawn duration, Drawn waits) {}

  /**
   * @throws InvalidSettingException if a cost that the profile needs was not measured
   */
  Model(Calibration costs, Profile profile) {
    this.profile = profile;
    this.variants = costs.variants();
    this.costs = new OperationCosts(costs, profile);
    variants.forEach(this.costs::require);
  }

  /** Returns the predicted figures of a variant, as far as its costs are known. */
  Map<Predicted, Drawn> figures(Tls tls) {
    Map<Predicted, Drawn> found = new EnumMap<>(Predicted.class);
    SIDES.stream()
        .filter(side -> costs.sides(tls).contains(side.figure()))
        .forEach(side -> ofSide(tls, side, found));
    shared(tls, found);
    latency(tls, found);
    connections(tls, found);
    return found;
  }

  private static void put(Map<Predicted, Drawn> found, Predicted figure, @Nullable Drawn value) {
    if (value != null) {
      found.put(figure, value);
    }
  }

  private void ofSide(Tls tls, Side side, Map<Predicted, Drawn> found) {
    Drawn added = costs.added(tls, side.figure());
    Drawn plain = costs.plainWhole(side.figure());
    Drawn whole = plain == null || added == null ? null : plain.plus(added);
    put(found, side.cpu(), added);
    put(found, side.cores(), cores(added));
    put(found, side.coresWhole(), cores(whole));
    if (plain != null && whole != null && !profile.isShared()) {
      put(found, side.capacityRatio(), plain.over(whole));
      Profile.Machines machines = profile.machines();
      Integer cores =
          machines == null
              ? null
              : side.figure() == Figure.CLIENT ? machines.client() : machines.server();
      put(found, side.capacity(), capacity(cores, whole));
    }
  }

  /** Returns cores: microseconds per operation times operations per second. */
  private @Nullable Drawn cores(@Nullable Drawn micros) {
    Double rate = profile.rate();
    return micros == null || rate == null ? null : micros.times(rate / MICROS);
  }

  private static @Nullable Drawn capacity(@Nullable Integer cores, Drawn operation) {
    return cores == null ? null : Drawn.constant(cores * MICROS).over(operation);
  }

  private void shared(Tls tls, Map<Predicted, Drawn> found) {
    Drawn client = costs.plainWhole(Figure.CLIENT);
    Drawn server = costs.plainWhole(Figure.SERVER);
    Drawn added = costs.ofSides(tls, side -> costs.added(tls, side));
    Profile.Machines machines = profile.machines();
    if (machines != null
        && profile.isShared()
        && client != null
        && server != null
        && added != null
        && costs.sides(tls).size() == SIDES.size()) {
      Drawn plain = client.plus(server);
      Drawn whole = plain.plus(added);
      put(found, Predicted.CAPACITY_RATIO, plain.over(whole));
      put(found, Predicted.CAPACITY, capacity(machines.shared(), whole));
    }
  }

  private void latency(Tls tls, Map<Predicted, Drawn> found) {
    Drawn message = costs.message(tls, Figure.TIME);
    Drawn plain = costs.plain(Figure.TIME);
    put(found, Predicted.LATENCY, message);
    if (message != null && plain != null) {
      put(found, Predicted.LATENCY_RATIO, plain.plus(message).over(plain));
    }
  }

  private void connections(Tls tls, Map<Predicted, Drawn> found) {
    Drawn plain = costs.plainConnection();
    Drawn full = costs.connection(tls, false);
    Drawn resumed = costs.connection(tls, true);
    put(found, Predicted.FULL_CONNECTION, full);
    put(found, Predicted.RESUMED_CONNECTION, resumed);
    if (plain != null) {
      put(found, Predicted.FULL_CONNECTION_WHOLE, full == null ? null : plain.plus(full));
      put(found, Predicted.RESUMED_CONNECTION_WHOLE, resumed == null ? null : plain.plus(resumed));
    }
    Drawn handshakes = costs.ofSides(tls, side -> costs.handshake(tls, side));
    Drawn all = costs.ofSides(tls, side -> costs.added(tls, side));
    if (handshakes != null && all != null) {
      put(found, Predicted.HANDSHAKE_PERCENT, handshakes.times(PERCENT).over(all));
    }
  }

  /**
   * Returns an operation in plain text and one over TLS; empty if a cost or the cores are not
   * known.
   */
  Optional<List<Load>> loads(Tls tls) {
    Profile.Machines machines = profile.machines();
    Drawn client = costs.plainWhole(Figure.CLIENT);
    Drawn server = costs.plainWhole(Figure.SERVER);
    Drawn clientAdded = costs.added(tls, Figure.CLIENT);
    Drawn serverAdded = costs.added(tls, Figure.SERVER);
    Drawn duration = costs.plainDuration();
    Drawn added = costs.added(tls, Figure.TIME);
    Drawn waits = costs.addedWaits(tls);
    if (machines == null
        || client == null
        || server == null
        || clientAdded == null
        || serverAdded == null
        || duration == null
        || added == null
        || costs.sides(tls).size() < SIDES.size()) {
      return Optional.empty();
    }
    return Optional.of(
        List.of(
            new Load(demand(machines, client, server), duration, Drawn.constant(0)),
            new Load(
                demand(machines, client.plus(clientAdded), server.plus(serverAdded)),
                duration.plus(added).plus(waits),
                waits)));
  }

  private static Drawn demand(Profile.Machines machines, Drawn client, Drawn server) {
    return Drawn.of(draw -> machines.demand(client.at(draw), server.at(draw)));
  }

  /**
   * Returns the CPU time of both sides that changes would save per operation, by name. A weaker
   * protocol or suite is none of them.
   */
  Map<String, Drawn> savings(Tls tls) {
    Map<String, Drawn> savings = new LinkedHashMap<>();
    for (Tls other : variants) {
      if (other.equals(tls)) {
        Drawn handshakes = costs.ofSides(tls, side -> costs.handshake(tls, side));
        Drawn resumption = costs.ofSides(tls, side -> costs.savedByResumption(tls, side));
        if (handshakes != null) {
          savings.put(
              "a pool that keeps each connection for ten times as many operations",
              handshakes.times(POOL));
        }
        if (resumption != null) {
          savings.put("resuming a session in each handshake", resumption);
        }
      } else if (!other.isWeakerThan(tls) && costs.sides(other).containsAll(costs.sides(tls))) {
        Drawn own = costs.ofSides(tls, side -> costs.added(tls, side));
        Drawn others = costs.ofSides(tls, side -> costs.added(other, side));
        if (own != null && others != null) {
          savings.put(other.name() + " instead of " + tls.name(), own.minus(others));
        }
      }
    }
    return savings;
  }
}
