package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import dev.tlsbench.experiment.predict.CostKey.Part;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.Round;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.report.stats.JointDraws;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Fits costs of new connections to a measurement of connections, by its rounds. */
final class ConnectionFit {
  private static final Map<Kind, Part> TLS_KINDS =
      Map.of(Kind.FULL, Part.FULL, Kind.RESUMED, Part.RESUMED);
  private static final int FEWEST_ROUNDS = 10;
  private static final long SEED = 2;

  private final String subject;
  private final Draws draws;

  /**
   * @param subject the beginning of messages, such as {@code --from FOLDER}
   */
  ConnectionFit(String subject, Draws draws) {
    this.subject = subject;
    this.draws = draws;
  }

  /** Returns the TLS of the connections; empty if all were plain. */
  static Optional<Tls> tls(ConnectResult result) {
    return result.kinds().stream()
        .flatMap(
            kind ->
                kind.negotiated().stream()
                    .map(negotiated -> Tls.of("tls", negotiated, kind.logins())))
        .findFirst();
  }

  /**
   * Adds the costs of connections.
   *
   * @param variants the variants with these handshakes
   * @throws InvalidSettingException if the result lacks a required figure
   */
  void fit(ConnectResult result, List<Tls> variants) {
    Map<Kind, Map<Integer, Round>> kinds = rounds(result);
    if (!kinds.containsKey(Kind.PLAIN) || kinds.size() < 2) {
      throw unusable("it does not have both plain connections and connections with TLS");
    }
    Set<Integer> common = new TreeSet<>();
    kinds.values().forEach(kind -> common.addAll(kind.keySet()));
    kinds.values().forEach(kind -> common.retainAll(kind.keySet()));
    if (common.size() < FEWEST_ROUNDS) {
      throw unusable(
          "it has "
              + common.size()
              + " rounds of connections, too little data for an interval; measure more"
              + " connections, with this version");
    }
    int figures = Figure.MEASURED.size();
    List<Kind> order = new ArrayList<>(kinds.keySet());
    double[][] units = common.stream().map(number -> row(kinds, number)).toArray(double[][]::new);
    double[] means = JointDraws.means(units);
    double[][] drawn = JointDraws.ofMeans(units, Calibration.DRAWS, SEED);
    int plain = order.indexOf(Kind.PLAIN) * figures;
    for (Figure figure : Figure.MEASURED) {
      int column = plain + figure.column();
      draws.add(
          new CostKey(Calibration.PLAIN, Part.CONNECTION, figure),
          draw -> (draw < 0 ? means : drawn[draw])[column]);
      for (Map.Entry<Kind, Part> kind : TLS_KINDS.entrySet()) {
        int own = order.indexOf(kind.getKey()) * figures + figure.column();
        if (own >= 0) {
          for (Tls tls : variants) {
            double[] factors =
                draws.modelError(
                    "connections of " + tls.provider() + " " + tls.protocol(),
                    Draws.ERROR_OF_CONNECTIONS);
            draws.add(
                new CostKey(tls.name(), kind.getValue(), figure),
                draw -> {
                  double[] from = draw < 0 ? means : drawn[draw];
                  return Draws.scale(factors, draw) * (from[own] - from[column]);
                });
          }
        }
      }
    }
    for (KindResult kind : result.kinds()) {
      Part part = TLS_KINDS.get(kind.series().kind());
      if (part != null && !kind.negotiated().isEmpty()) {
        for (Tls tls : variants) {
          double trips = roundTrips(tls, kind);
          draws.add(new CostKey(tls.name(), part, Figure.ROUND_TRIPS), draw -> trips);
        }
      }
    }
  }

  private static double roundTrips(Tls tls, KindResult kind) {
    Long retried = kind.connections().helloRetryRequests();
    double retries = retried == null ? 0 : (double) retried / kind.connections().counted();
    Tls connected = Tls.of(tls.name(), kind.negotiated().get(0), kind.logins());
    return (tls.byRequest() == null ? connected : tls)
            .roundTrips(kind.series().kind() == Kind.RESUMED)
        + retries;
  }

  /**
   * Adds the round trips of a plain connection, by the difference between two delays.
   *
   * @param farther measured with a longer delay than {@code near}
   */
  void fitRoundTrips(ConnectResult near, ConnectResult farther) {
    Map<Integer, Round> close = rounds(near).get(Kind.PLAIN);
    Map<Integer, Round> far = rounds(farther).get(Kind.PLAIN);
    double micros = 1e3 * (farther.setup().addedRttMillis() - near.setup().addedRttMillis());
    if (close == null || far == null || micros <= 0) {
      return;
    }
    // Uses the fastest of each, as the experiments do: other work can only add to a time.
    double difference = fastest(far) - fastest(close);
    draws.add(
        new CostKey(Calibration.PLAIN, Part.CONNECTION, Figure.ROUND_TRIPS),
        draw -> difference / micros);
  }

  private static double fastest(Map<Integer, Round> rounds) {
    return rounds.values().stream().mapToDouble(Round::totalMicros).min().orElse(Double.NaN);
  }

  private static Map<Kind, Map<Integer, Round>> rounds(ConnectResult result) {
    Map<Kind, Map<Integer, Round>> kinds = new LinkedHashMap<>();
    for (KindResult kind : result.kinds()) {
      if (!kind.rounds().isEmpty() && !kind.repeatsBaseline()) {
        Map<Integer, Round> byNumber = new LinkedHashMap<>();
        kind.rounds().forEach(round -> byNumber.put(round.number(), round));
        kinds.put(kind.series().kind(), byNumber);
      }
    }
    return kinds;
  }

  private static double[] row(Map<Kind, Map<Integer, Round>> kinds, Integer number) {
    int figures = Figure.MEASURED.size();
    double[] row = new double[kinds.size() * figures];
    int at = 0;
    for (Map<Integer, Round> kind : kinds.values()) {
      Round round = kind.get(number);
      if (round != null) {
        row[at + Figure.CLIENT.column()] = known(round.clientCpuMicros());
        row[at + Figure.SERVER.column()] = known(round.serverCpuMicros());
        row[at + Figure.TIME.column()] = round.totalMicros();
      }
      at += figures;
    }
    return row;
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  private InvalidSettingException unusable(String why) {
    return new InvalidSettingException(subject + ": " + why);
  }
}
