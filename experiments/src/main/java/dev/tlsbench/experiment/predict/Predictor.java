package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Costs.Quantity;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the cost of TLS: adds measured costs up for a profile. The model's errors are those of
 * recorded predictions; see docs/reference/prediction.md.
 */
public final class Predictor {
  private static final double MICROS = 1e6;

  /** The relative error of what TLS adds to the latency of an operation. */
  private static final double LATENCY_ERROR = 0.28;

  /**
   * The part of the whole latency by which an operation behind a round trip may take longer: cores
   * that wait wake up with cold caches.
   */
  private static final double WAIT_ERROR = 0.053;

  /** The relative error of what TLS adds to the time of a connection. */
  private static final double CONNECTION_ERROR = 0.27;

  private static final double CLIENT_CPU_ERROR = 0.62;
  private static final double SERVER_CPU_ERROR = 0.61;

  /** The part of the cost of a reply's byte by which one of a request may cost more. */
  private static final double REQUEST_ERROR = 1.55;

  /** Replies that differ from a single measured size by more than this factor have another cost. */
  private static final double NEAR = 2;

  private final Costs costs;
  private final Profile profile;
  private final @Nullable Double operations;
  private final double part;

  /**
   * @param operations of each connection; {@code null} for connections that stay open
   * @param part of the handshakes that resume a session, 0 to 1
   */
  private Predictor(Costs costs, Profile profile, @Nullable Double operations, double part) {
    this.costs = costs;
    this.profile = profile;
    this.operations = operations;
    this.part = part;
  }

  private Predictor(Costs costs, Profile profile) {
    this(costs, profile, profile.operationsPerConnection(), profile.resumed());
  }

  /**
   * Predicts.
   *
   * @param names of the variants to predict; empty for all measured ones
   * @param whatIfs changes, such as {@code resumption=on}
   * @throws InvalidSettingException if a cost was not measured, or the cores cannot carry the rate
   *     even in plain text
   */
  public static PredictResult predict(
      RunRecord run, Sources sources, Profile profile, List<String> names, List<String> whatIfs) {
    Costs costs = sources.costs();
    new Predictor(costs, profile).requireRoom();
    List<String> measured = costs.variants();
    for (String name : names) {
      if (!measured.contains(name)) {
        throw new InvalidSettingException(
            "--variant: '%s' was not measured; the sources have %s"
                .formatted(name, String.join(", ", measured)));
      }
    }
    if (measured.isEmpty()) {
      throw new InvalidSettingException(
          "--from: no source has costs of operations; add a result of compare or sweep");
    }
    NamedFigures figures = new NamedFigures();
    for (String name : names.isEmpty() ? measured : names) {
      new Predictor(costs, profile).predict(name, figures.of(name, false));
      for (String whatIf : whatIfs) {
        new Predictor(costs, profile)
            .changed(whatIf)
            .predict(name, figures.of(name + ", " + whatIf, false));
      }
    }
    return new PredictResult(
        PredictResult.SCHEMA_VERSION,
        run,
        profile,
        sources.list(),
        costs.figures(),
        figures.list());
  }

  /**
   * Checks what needs no costs, before minutes of measuring.
   *
   * @throws InvalidSettingException if there is no such change, or the cores cannot carry the rate
   *     by the CPU time that the user gave
   */
  public static void check(Profile profile, List<String> whatIfs) {
    Predictor predictor = new Predictor(new Costs(), profile);
    predictor.requireRoom();
    whatIfs.forEach(predictor::changed);
  }

  private Predictor changed(String whatIf) {
    if (whatIf.matches("resumption=(on|off)")) {
      return new Predictor(costs, profile, operations, whatIf.endsWith("on") ? 1 : 0);
    }
    if (whatIf.matches("pool=0*[1-9]\\d{0,14}")) {
      double pool = Double.parseDouble(whatIf.replace("pool=", ""));
      return new Predictor(costs, profile, pool, part);
    }
    throw new InvalidSettingException(
        "--what-if: there is no change '"
            + whatIf
            + "'; choose resumption=on, resumption=off or pool=N (operations for each connection)");
  }

  private void requireRoom() {
    Interval client = plain(Quantity.CLIENT_CPU);
    Interval server = plain(Quantity.SERVER_CPU);
    requireRoom("the client", profile.clientCores(), client);
    requireRoom("the server", profile.serverCores(), server);
    requireRoom("client and server", profile.sharedCores(), client.plus(server));
  }

  private void requireRoom(String side, @Nullable Double cores, Interval micros) {
    Double rate = profile.rate();
    if (rate != null && cores != null && rate * micros.value() > MICROS * cores) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "rate: %.0f operations a second take %.3g cores of %s in plain text, which has %.0f;"
                  + " give a lower rate or more cores",
              rate,
              rate * micros.value() / MICROS,
              side,
              cores));
    }
  }

  private void predict(String variant, NamedFigures figures) {
    require(variant);
    Interval plain = plain(Quantity.TIME);
    Interval busy = withError(added(variant, Quantity.TIME), LATENCY_ERROR);
    double cold = profile.rttMicros() > 0 ? WAIT_ERROR * plain.value() : 0;
    Interval latency = new Interval(busy.value(), busy.low95(), busy.high95() + cold);
    add(figures, PredictedFigure.LATENCY, latency);
    add(figures, PredictedFigure.LATENCY_RATIO, ratio(latency, plain));
    Interval full = connection(variant, Costs.FULL, Quantity.TIME);
    add(figures, PredictedFigure.FULL_CONNECTION, withError(full, CONNECTION_ERROR));
    Interval resumed = connection(variant, Costs.RESUMED, Quantity.TIME);
    add(figures, PredictedFigure.RESUMED_CONNECTION, withError(resumed, CONNECTION_ERROR));
    Interval client = withError(added(variant, Quantity.CLIENT_CPU), CLIENT_CPU_ERROR);
    add(figures, PredictedFigure.CLIENT_CPU, client);
    add(figures, PredictedFigure.CLIENT_CPU_RATIO, ratio(client, plain(Quantity.CLIENT_CPU)));
    Interval server = withError(added(variant, Quantity.SERVER_CPU), SERVER_CPU_ERROR);
    add(figures, PredictedFigure.SERVER_CPU, server);
    add(figures, PredictedFigure.SERVER_CPU_RATIO, ratio(server, plain(Quantity.SERVER_CPU)));
    Double rate = profile.rate();
    if (rate != null) {
      add(figures, PredictedFigure.CLIENT_CORES, client.times(rate / MICROS));
      add(figures, PredictedFigure.SERVER_CORES, server.times(rate / MICROS));
    }
  }

  private static void add(NamedFigures figures, PredictedFigure answer, Interval found) {
    figures.add(answer.id, answer.unit, found, true);
  }

  private static Interval withError(Interval cost, double error) {
    return cost.widened(error * Math.abs(cost.value()));
  }

  private static Interval ratio(Interval added, Interval plain) {
    return Interval.exactly(1).plus(added.times(1 / plain.value()));
  }

  /** Rejects a profile that needs a cost of this variant that was not measured. */
  private void require(String variant) {
    List<Long> sizes = costs.sizes(variant);
    if (sizes.size() == 1
        && Math.abs(Math.log(profile.replyBytes() / sizes.get(0))) > Math.log(NEAR)) {
      throw new InvalidSettingException(
          ("--from: %s was measured with replies of %s bytes only, and the profile's "
                  + "have %s; add a result of sweep --axis size")
              .formatted(variant, sizes.get(0), Math.round(profile.replyBytes())));
    }
    if (!added(variant, Quantity.TIME).hasValue()) {
      throw new InvalidSettingException(
          "--from: connections of "
              + variant
              + " as in this profile were not measured: add a result of connect --variant plain,"
              + variant
              + (profile.rttMicros() > 0 ? ", and one of it with --rtt 20ms" : "")
              + (part > 0 ? ", of a server that resumes sessions" : "")
              + "; or give --operations-per-connection unlimited");
    }
  }

  /** Returns the cost of TLS for an operation with its share of a connection. */
  private Interval added(String variant, Quantity quantity) {
    Interval ofByte = costs.ofByte(variant, quantity);
    double more = REQUEST_ERROR * Math.abs(ofByte.value());
    Interval ofRequest = new Interval(ofByte.value(), ofByte.low95(), ofByte.high95() + more);
    Interval messages =
        costs
            .ofReply(variant, quantity, profile.replyBytes())
            .plus(ofRequest.times(profile.requestBytes()));
    if (operations == null) {
      return messages;
    }
    Interval full = connection(variant, Costs.FULL, quantity);
    Interval resumed = connection(variant, Costs.RESUMED, quantity);
    Interval handshake =
        part == 0 ? full : part == 1 ? resumed : full.times(1 - part).plus(resumed.times(part));
    return messages.plus(handshake.times(1 / operations));
  }

  private Interval connection(String variant, String part, Quantity quantity) {
    Interval near = costs.get(variant, part, quantity);
    return quantity != Quantity.TIME || profile.rttMicros() == 0
        ? near
        : near.plus(costs.get(variant, part, Quantity.ROUND_TRIPS).times(profile.rttMicros()));
  }

  /** Returns the cost of a plain operation with its share of a connection. */
  private Interval plain(Quantity quantity) {
    Double given =
        switch (quantity) {
          case CLIENT_CPU -> profile.clientCpuMicros();
          case SERVER_CPU -> profile.serverCpuMicros();
          default -> profile.latencyMicros();
        };
    double rtt = quantity == Quantity.TIME ? profile.rttMicros() : 0;
    Interval operation =
        given == null
            ? costs.ofReply(Costs.PLAIN, quantity, profile.replyBytes()).plus(Interval.exactly(rtt))
            : Interval.exactly(given);
    // A user's CPU time of an operation includes its share of a connection.
    return operations == null || (given != null && quantity != Quantity.TIME)
        ? operation
        : operation.plus(connection(Costs.PLAIN, Costs.CONNECTION, quantity).times(1 / operations));
  }
}
