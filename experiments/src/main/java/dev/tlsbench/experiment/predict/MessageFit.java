package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.stats.JointDraws;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fits costs of messages to comparisons of operations of known sizes: the cost of TLS for an
 * operation with a reply of each size, and for each byte of a request.
 */
final class MessageFit {
  /**
   * From this number of forks on, forks are the units of draws; below it epochs, which are less
   * independent.
   */
  private static final int FEWEST_FORKS = 3;

  private static final int FEWEST_EPOCHS = 5;
  private static final long SEED = 1;

  private final String subject;
  private final Result result;
  private final Draws draws;

  /**
   * One measured way to exchange messages.
   *
   * @param point the number of the point, whose epochs have it
   * @param variant its name there
   * @param tls {@code null} in plain text
   */
  private record Lane(int point, String variant, @Nullable Tls tls, Messages messages) {}

  /** Values of all lanes and figures: of the mean, and of each draw. */
  @SuppressWarnings("ArrayRecordComponent") // Not compared.
  private record Means(Map<Lane, Integer> places, double[] value, double[][] drawn) {
    /** Returns the first draw at −1, the mean. */
    double at(int draw, Lane lane, Figure figure) {
      Integer place = places.get(lane);
      int column = (place == null ? 0 : place) * Figure.MEASURED.size() + figure.column();
      return (draw < 0 ? value : drawn[draw])[column];
    }
  }

  /**
   * @param subject the beginning of messages, such as {@code --from FOLDER}
   */
  MessageFit(String subject, Result result, Draws draws) {
    this.subject = subject;
    this.result = result;
    this.draws = draws;
  }

  /**
   * Adds the costs.
   *
   * @return the variants with TLS
   * @throws InvalidSettingException if the result lacks a required figure
   */
  List<Tls> fit() {
    List<Lane> lanes = new ArrayList<>();
    Map<Lane, Means> means = new LinkedHashMap<>();
    for (int i = 0; i < result.points().size(); i++) {
      List<Lane> ofPoint = lanes(i);
      Means found = means(result.points().get(i), ofPoint);
      ofPoint.forEach(lane -> means.put(lane, found));
      lanes.addAll(ofPoint);
    }
    Map<Double, Lane> plainReads = new TreeMap<>();
    for (Lane lane : lanes) {
      if (lane.tls() == null && !lane.messages().isRequest()) {
        plainReads.putIfAbsent(lane.messages().reply(), lane);
      }
    }
    plainReads.forEach(
        (bytes, lane) -> {
          for (Figure figure : Figure.MEASURED) {
            draws.add(
                new CostKey(Calibration.PLAIN, CostKey.Part.reply(bytes), figure),
                draw -> of(means, lane).at(draw, lane, figure));
          }
        });
    Map<Tls, List<Lane>> byTls = new LinkedHashMap<>();
    for (Lane lane : lanes) {
      Tls tls = lane.tls();
      if (tls != null) {
        byTls.computeIfAbsent(tls.named(""), none -> new ArrayList<>()).add(lane);
      }
    }
    List<Tls> variants = new ArrayList<>();
    for (List<Lane> same : byTls.values()) {
      variants.add(fit(same, lanes, means));
    }
    if (variants.isEmpty()) {
      throw unusable("it has no variant with TLS beside a plain one");
    }
    return variants;
  }

  private static Means of(Map<Lane, Means> means, Lane lane) {
    Means found = means.get(lane);
    if (found == null) {
      throw new IllegalStateException("no means of " + lane);
    }
    return found;
  }

  private List<Lane> lanes(int number) {
    Point point = result.points().get(number);
    List<Lane> lanes = new ArrayList<>();
    for (VariantResult variant : point.variants()) {
      if (variant.role() != VariantResult.Role.CONTROL) {
        Map<String, String> workload = new TreeMap<>(result.setup().workload());
        workload.putAll(variant.settings());
        Messages messages =
            Messages.of(workload, result.axis(), point.value())
                .orElseThrow(
                    () ->
                        unusable(
                            variant.name()
                                + ": its messages do not have one size; compare reads by key, such"
                                + " as -P workloads/workloadc, at most over an axis of sizes"));
        lanes.add(
            new Lane(
                number,
                variant.name(),
                variant.connections().negotiated().stream()
                    .findFirst()
                    .map(
                        negotiated ->
                            Tls.of(variant.name(), negotiated, variant.connections().logins()))
                    .orElse(null),
                messages));
      }
    }
    return lanes;
  }

  /** Averages the epochs that count, by forks. */
  private Means means(Point point, List<Lane> lanes) {
    Map<Integer, List<double[]>> byFork = new TreeMap<>();
    for (EpochResult epoch : point.epochs()) {
      if (epoch.counted()) {
        row(epoch, lanes)
            .ifPresent(
                row -> byFork.computeIfAbsent(epoch.fork(), none -> new ArrayList<>()).add(row));
      }
    }
    double[][] units =
        byFork.size() >= FEWEST_FORKS
            ? byFork.values().stream()
                .map(epochs -> JointDraws.means(epochs.toArray(double[][]::new)))
                .toArray(double[][]::new)
            : byFork.values().stream().flatMap(List::stream).toArray(double[][]::new);
    if (units.length < (byFork.size() >= FEWEST_FORKS ? FEWEST_FORKS : FEWEST_EPOCHS)) {
      throw unusable(
          "it has "
              + units.length
              + " epochs with costs of an operation, too little data for an interval; measure"
              + " longer, with this version, in bursts (a closed loop without --window)");
    }
    Map<Lane, Integer> places = new LinkedHashMap<>();
    lanes.forEach(lane -> places.put(lane, places.size()));
    return new Means(
        places, JointDraws.means(units), JointDraws.ofMeans(units, Calibration.DRAWS, SEED));
  }

  /**
   * Returns the figures of all lanes; empty if one has none in this epoch. One client and its
   * server on one core take turns, so the server's time is the remainder of the client's; this is
   * far more precise than the server's clock, which is read in windows.
   */
  private Optional<double[]> row(EpochResult epoch, List<Lane> lanes) {
    Setup.Clients clients = result.setup().clients();
    boolean isShared =
        clients.sharedCores() && clients.cores().size() == 1 && clients.threads() == 1;
    Map<String, EpochResult.Cost> costs =
        epoch.costs().stream().collect(Collectors.toMap(EpochResult.Cost::variant, cost -> cost));
    int figures = Figure.MEASURED.size();
    double[] row = new double[lanes.size() * figures];
    for (int i = 0; i < lanes.size(); i++) {
      EpochResult.Cost cost = costs.get(lanes.get(i).variant());
      if (cost == null) {
        return Optional.empty();
      }
      double client = known(cost.clientCpuMicros());
      row[i * figures + Figure.CLIENT.column()] = client;
      row[i * figures + Figure.SERVER.column()] =
          isShared ? cost.typicalMicros() - client : known(cost.serverCpuMicros());
      row[i * figures + Figure.TIME.column()] = cost.typicalMicros();
    }
    return Optional.of(row);
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Fits the cost that one variant with TLS adds to each measured message, in each draw. */
  private Tls fit(List<Lane> own, List<Lane> all, Map<Lane, Means> means) {
    Tls tls = Objects.requireNonNull(own.get(0).tls());
    Map<Double, Map.Entry<Lane, Lane>> reads = new TreeMap<>();
    Map<Double, Map.Entry<Lane, Lane>> requests = new TreeMap<>();
    for (Lane lane : own) {
      for (Lane plain : all) {
        Messages messages = lane.messages();
        if (plain.tls() == null
            && plain.point() == lane.point()
            && plain.messages().equals(messages)) {
          (messages.isRequest() ? requests : reads)
              .putIfAbsent(
                  messages.isRequest() ? messages.request() : messages.reply(),
                  Map.entry(lane, plain));
        }
      }
    }
    if (reads.isEmpty()) {
      throw unusable(tls.name() + " has no plain variant with messages of the same size beside it");
    }
    for (Figure figure : Figure.MEASURED) {
      double[] factors = draws.modelError(tls.name(), Draws.ERROR_OF_MESSAGES);
      reads.forEach(
          (bytes, pair) ->
              draws.add(
                  new CostKey(tls.name(), CostKey.Part.reply(bytes), figure),
                  draw -> Draws.scale(factors, draw) * added(draw, pair, means, figure)));
      request(tls, figure, factors, reads, requests, means);
    }
    if (reads.size() == 1) {
      draws.note(
          "Only replies of "
              + Math.round(reads.keySet().iterator().next())
              + " bytes were measured with "
              + tls.name()
              + ", so its cost for each byte is not known.");
    } else if (requests.isEmpty()) {
      draws.note(
          "No long requests were measured; a byte of a request is assumed to cost as much as one of"
              + " a reply, plus or minus a half.");
    }
    return tls;
  }

  /** Adds the cost of a byte of a request, if it is known. */
  private void request(
      Tls tls,
      Figure figure,
      double[] factors,
      Map<Double, Map.Entry<Lane, Lane>> reads,
      Map<Double, Map.Entry<Lane, Lane>> requests,
      Map<Lane, Means> means) {
    List<Double> sizes = List.copyOf(reads.keySet());
    List<Map.Entry<Lane, Lane>> pairs = List.copyOf(reads.values());
    CostKey key = new CostKey(tls.name(), CostKey.Part.REQUEST, figure);
    if (!requests.isEmpty()) {
      Map.Entry<Double, Map.Entry<Lane, Lane>> longest = requests.entrySet().iterator().next();
      draws.add(
          key,
          draw ->
              Draws.scale(factors, draw)
                  * (added(draw, longest.getValue(), means, figure)
                      - added(draw, pairs.get(0), means, figure))
                  / longest.getKey());
    } else if (sizes.size() > 1) {
      int last = sizes.size() - 1;
      double[] guess = draws.guess(key.toString());
      draws.add(
          key,
          draw ->
              Draws.scale(factors, draw)
                  * Draws.scale(guess, draw)
                  * (added(draw, pairs.get(last), means, figure)
                      - added(draw, pairs.get(0), means, figure))
                  / (sizes.get(last) - sizes.get(0)));
    }
  }

  private static double added(
      int draw, Map.Entry<Lane, Lane> pair, Map<Lane, Means> means, Figure figure) {
    return of(means, pair.getKey()).at(draw, pair.getKey(), figure)
        - of(means, pair.getValue()).at(draw, pair.getValue(), figure);
  }

  private InvalidSettingException unusable(String why) {
    return new InvalidSettingException(subject + ": " + why);
  }
}
