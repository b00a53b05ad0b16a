package dev.tlsbench.measure.connect;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.connect.ConnectOrder.Possible;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectOrder.Taken;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.ForkMain;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.result.EpochResult.Disturbance;
import dev.tlsbench.measure.result.EpochResult.Overhead;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Figures of forks whose connections take known times. */
@Tag("any-jdk")
@ExtendWith(ThreadForks.class)
class FiguresTest {
  private static final double PLAIN_MICROS = 1_000;

  /** Times of the baseline in the blocks of each fork. */
  private static final double[] NOISE = {1, 1.001, 0.999, 1.002, 0.998};

  private int forks = 5;
  private int connections = 10;
  private List<Integer> concurrency = List.of(1);
  private double stormControl = 1;
  private double clientLoad = 0.5;
  private int refused;
  private double control = 1;
  private List<Double> foreign = List.of(0.0, 0.0, 0.0, 0.0, 0.0);
  private List<Double> tls = List.of(3.0, 3.01, 2.99, 3.02, 2.98);
  private Set<Stage> disturbed = EnumSet.allOf(Stage.class);
  private double elsewhere;
  private boolean openOnly = true;
  private @Nullable Duration warmUp = Duration.ZERO;

  /** By how much one with TLS takes longer, by the connections before it in a warm-up. */
  private IntToDoubleFunction cold = before -> 1;

  /** By how much every connection takes longer. */
  private IntToDoubleFunction slower = before -> 1;

  private final AtomicInteger warmUps = new AtomicInteger();
  private List<List<String>> series = List.of(List.of("plain", "tls-full", "control"));

  @Test
  void areMeansOverForksWithStudentsT() throws Exception {
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings()).noneMatch(line -> line.contains("control"));
    Interval ratio = ratio(result, "tls-full");
    // The standard deviation of the forks' logarithms is 0.00527, and t(4) is 2.776.
    assertThat(ratio.value()).isEqualTo(3, within(0.001));
    assertThat(Math.log(ratio.high95() / ratio.low95()) / 2)
        .isEqualTo(2.776 * 0.00527 / Math.sqrt(5), within(0.0001));
    assertThat(kind(result, "plain").connections().counted()).isEqualTo(50);
    assertThat(requireNonNull(kind(result, "plain").find(Part.TOTAL)).medianMicros().value())
        .isEqualTo(PLAIN_MICROS, within(1.0));
  }

  @Test
  void mustNotBeUsedIfTheControlIsOffByMoreThanTwoPercent() throws Exception {
    control = 1.03;

    assertThat(problem(result()))
        .startsWith("The control, a second measurement of the baseline, differs from it by +3.00");
  }

  /** Intervals are widened on the scale of logarithms, on which 1/0.9803 is more than 1.02. */
  @Test
  void mustNotBeUsedIfTheControlIsOffByMoreDownwards() throws Exception {
    control = 0.9803;

    assertThat(result().run().exitCode()).isEqualTo(4);
  }

  @Test
  void haveWiderIntervalsIfTheControlIsOffByLess() throws Exception {
    double usual = width(ratio(result(), "tls-full"));
    control = 1.01;
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings())
        .anyMatch(line -> line.contains("+1.00") && line.contains("widened"));
    assertThat(width(ratio(result, "tls-full")))
        .isEqualTo(usual + 2 * Math.log(1.01), within(1e-9));
    assertThat(ratio(result, "control").low95()).isLessThanOrEqualTo(1);
    KindResult full = kind(result, "tls-full");
    assertThat(width(requireNonNull(full.find(Part.TOTAL)).medianMicros()))
        .isGreaterThan(2 * Math.log(1.01));
  }

  @Test
  void leaveOutWhatOtherProcessesDisturbed() throws Exception {
    tls = List.of(3.0, 3.01, 2.99, 3.02, 12.0);
    foreign = List.of(0.0, 0.0, 0.0, 0.0, 0.4);
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings())
        .contains(
            "1 of 5 parts of the run (new connections) were disturbed by other processes, and are"
                + " left out.");
    assertThat(ratio(result, "tls-full").value()).isEqualTo(3, within(0.02));
    assertThat(kind(result, "plain").connections().counted()).isEqualTo(40);
  }

  @Test
  void mustNotBeUsedIfOtherProcessesDisturbedMost() throws Exception {
    foreign = List.of(0.4, 0.0, 0.3, 0.0, 0.4);
    ConnectResult result = result();

    assertThat(problem(result))
        .isEqualTo(
            "This machine was too busy: 3 of 5 parts of the run (new connections) were disturbed by"
                + " other processes.");
    assertThat(kind(result, "plain").connections().counted()).isEqualTo(50);
  }

  @Test
  void warnIfOthersWorkedOnAMachineWithoutConfinement() throws Exception {
    elsewhere = 0.09;
    assertThat(result().run().warnings()).noneMatch(line -> line.startsWith("Processes other"));

    elsewhere = 0.3;
    assertThat(result().run().warnings()).anyMatch(line -> line.startsWith("Processes other"));
  }

  @Test
  void mustNotBeUsedIfOtherProcessesDisturbedAllOfOneStage() throws Exception {
    disturbed = Set.of(Stage.SCRIPT);
    openOnly = false;
    foreign = List.of(0.4, 0.4, 0.4, 0.4, 0.4);
    ConnectResult result = result();

    assertThat(problem(result))
        .matches(
            "This machine was too busy: (\\d+) of \\1 parts of the run .the ApsaraDB script..*");
    assertThat(result.apsaradbScript())
        .extracting(ConnectResult.Script::repeat)
        .containsExactly(50, 50);
  }

  @Test
  void mustNotBeUsedIfFewerThanThreeForksAreUndisturbed() throws Exception {
    forks = 4;
    foreign = List.of(0.4, 0.0, 0.3, 0.0);
    ConnectResult result = result();

    assertThat(problem(result)).contains("2 of 4 parts");
    assertThat(result.setup().forks()).isEqualTo(4);
  }

  @Test
  void mustNotBeUsedWithoutAControl() throws Exception {
    control = Double.NaN;

    assertThat(problem(result()))
        .isEqualTo("The control, a second measurement of the baseline, has no figure to judge.");
  }

  @Test
  void ofOneForkHoldForItAlone() throws Exception {
    forks = 1;
    control = 1.03;
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings()).anyMatch(line -> line.startsWith("One Java process"));
  }

  @Test
  void ofOneConnectionHaveNoInterval() throws Exception {
    forks = 1;
    connections = 1;
    Interval median = requireNonNull(kind(result(), "plain").find(Part.TOTAL)).medianMicros();

    assertThat(median.value()).isEqualTo(PLAIN_MICROS, within(1.0));
    assertThat(median.low95()).isNaN();
    assertThat(median.in(Unit.MICROS).low95()).isNull();
  }

  @Test
  void mustNotBeUsedIfASeriesWasPossibleInSomeForksOnly() throws Exception {
    series = List.of(List.of("plain", "tls-full", "control"), List.of("plain", "control"));
    forks = 2;

    assertThat(problem(result()))
        .isEqualTo("tls-full was possible in 1 of 2 Java processes only: the server refused it");
  }

  @Test
  void ofStormsAreRatesBesideTheBaselines() throws Exception {
    concurrency = List.of(1, 8);
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings()).noneMatch(line -> line.startsWith("concurrency "));
    assertThat(result.figures())
        .extracting(NamedFigure::key)
        .contains("concurrency=1.plain.rate", "concurrency=8.control.throughput")
        .doesNotContain("concurrency=8.plain.throughput", "concurrency=8.plain.resumed");
    assertThat(figure(result, "concurrency=8.plain.rate").value()).isEqualTo(8_000, within(1e-6));
    NamedFigure ratio = figure(result, "concurrency=8.tls-full.throughput");
    assertThat(ratio.value()).isEqualTo(1 / 3.0, within(0.001));
    // As of the parts: the standard deviation of the forks' logarithms, and t(4).
    assertThat(Math.log(requireNonNull(ratio.high95()) / requireNonNull(ratio.low95())) / 2)
        .isEqualTo(2.776 * 0.00527 / Math.sqrt(5), within(0.0001));
    assertThat(figure(result, "concurrency=8.tls-full.serverCpuTime").value())
        .isEqualTo(62.5, within(1e-6));
    assertThat(figure(result, "concurrency=8.tls-full.resumed").value()).isZero();
    // Five forks with three turns each.
    assertThat(figure(result, "concurrency=8.tls-full.connections").value()).isEqualTo(60_000);
    assertThat(figure(result, "concurrency=8.control.rate").control()).isTrue();
  }

  @Test
  void ofStormsAreWidenedByTheirOwnControl() throws Exception {
    concurrency = List.of(1, 8);
    stormControl = 1.01;
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings())
        .anyMatch(line -> line.startsWith("concurrency 8: All intervals are widened by 1"));
    NamedFigure rate = figure(result, "concurrency=8.control.throughput");
    assertThat(rate.low95()).isLessThanOrEqualTo(1);

    stormControl = 1.03;
    assertThat(result().run().problems())
        .hasSize(2)
        .allMatch(line -> line.matches("concurrency [18]: The control, .*"));
  }

  @Test
  void beginWhenRatiosNoLongerChange() throws Exception {
    forks = 1;
    warmUp = null;
    cold = before -> before < 1_300 ? 1.2 : 1;

    assertThat(result().run().warnings()).noneMatch(line -> line.contains("warm"));
    // The third quarter of the warm-up ends after most of it took as long as the last one.
    assertThat(warmUps).hasValueBetween(2_100, 2_600);
  }

  @Test
  void doNotWaitForTimesThatAreTheMachines() throws Exception {
    forks = 1;
    warmUp = null;
    slower = before -> before < 1_400 ? 1.4 : 1;

    assertThat(result().run().warnings()).noneMatch(line -> line.contains("warm"));
    assertThat(warmUps).hasValue(1_500);
  }

  @Test
  void sayThatRatiosChangedUntilTheEndOfAWarmUp() throws Exception {
    forks = 1;
    warmUp = Duration.ofSeconds(1);
    cold = before -> Math.pow(1 + before, -0.3);

    assertThat(result().run().warnings())
        .contains(
            "The client's code was not warm: ratios still changed by more than 10 % at the end of a"
                + " warm-up. Use a longer --warm-up, such as 2s.");
  }

  @Test
  void sayThatTheClientLimitsAStorm() throws Exception {
    concurrency = List.of(1, 8);
    clientLoad = 0.95;

    assertThat(result().run().warnings())
        .anyMatch(line -> line.startsWith("concurrency 8: The client used up to 95"));
  }

  @Test
  void countTheRefusedConnectionsOfAStorm() throws Exception {
    concurrency = List.of(1, 8);
    series = List.of(List.of("plain", "control"));
    refused = 2;
    ConnectResult result = result();

    assertThat(result.run().exitCode()).isEqualTo(4);
    assertThat(result.run().problems())
        .contains("30 connections of concurrency=8.plain failed, the first with: too many clients");
    assertThat(figure(result, "concurrency=8.plain.failed").value()).isEqualTo(30);
  }

  private static NamedFigure figure(ConnectResult result, String key) {
    return result.figures().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the only problem of a result that must not be used. */
  private static String problem(ConnectResult result) {
    assertThat(result.run().exitCode()).isEqualTo(4);
    assertThat(result.run().problems()).hasSize(1);
    return result.run().problems().get(0);
  }

  private ConnectResult result() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", "mongodb://127.0.0.1:1/ycsb?tls=true&tlsInsecure=true");
    try (Target target = Target.open(Binding.of("mongodb-tls"), properties, line -> {})) {
      AtomicInteger started = new AtomicInteger();
      ThreadForks.serveBy(
          (orders, replies) ->
              ForkMain.serve(
                  orders,
                  replies,
                  (fork, spec) -> {
                    KnownFork known = new KnownFork(started.getAndIncrement());
                    fork.ready();
                    for (ConnectOrder order = fork.order(ConnectOrder.class);
                        order != null;
                        order = fork.order(ConnectOrder.class)) {
                      fork.answer(known.answer(order));
                    }
                  }));
      return new ConnectRun(
              Series.USUAL,
              target,
              new ConnectSettings(
                  connections * forks,
                  concurrency,
                  Duration.ZERO,
                  warmUp,
                  openOnly,
                  !openOnly,
                  1,
                  forks,
                  null,
                  Cores.ALL,
                  false,
                  List.of()),
              line -> {},
              text -> text)
          .run("tlsbench connect");
    }
  }

  /** A fork without connections. */
  private final class KnownFork {
    private final int number;

    KnownFork(int number) {
      this.number = number;
    }

    private List<String> names() {
      return series.get(Math.min(number, series.size() - 1));
    }

    private List<String> names(Stage stage) {
      return switch (stage) {
        case REUSE -> List.of(Series.PLAIN, Series.TLS);
        case SCRIPT, SCRIPT_REUSE -> Queries.SCRIPTS;
        default -> names();
      };
    }

    private static List<String> columns(Stage stage) {
      return switch (stage) {
        case REUSE -> List.of(Queries.QUERY);
        case SCRIPT -> List.of(Queries.ONLY_CONNECTION, Queries.FIRST_QUERY, Queries.BOTH);
        case SCRIPT_REUSE -> List.of(Queries.REUSED);
        default -> List.of(Part.TOTAL.id());
      };
    }

    Record answer(ConnectOrder order) {
      if (order.stage() == Stage.CONNECT) {
        return new Possible(
            "SELECT 1",
            names(),
            names().contains("tls-full") ? Map.of() : Map.of("tls-full", "the server refused it"));
      }
      int before = order.stage() == Stage.WARM_UP ? warmUps.getAndIncrement() : 0;
      List<Turn> turns = new ArrayList<>();
      if (order.stage() == Stage.STORM) {
        names().forEach(name -> turns.add(storm(name, order.times())));
        return new Taken(turns, conditions(order.stage()));
      }
      for (int block = 0; block < order.blocks(); block++) {
        for (String name : names(order.stage())) {
          double times =
              name.equals("plain") ? 1 : name.equals("control") ? control : tls.get(number);
          if (order.stage() == Stage.WARM_UP) {
            times *= slower.applyAsDouble(before);
            times *= name.equals("tls-full") ? cold.applyAsDouble(before) : 1;
          }
          long nanos = Math.round(1_000 * PLAIN_MICROS * NOISE[block % NOISE.length] * times);
          Trial trial =
              new Trial(
                  columns(order.stage()).stream()
                      .collect(Collectors.toMap(each -> each, each -> nanos)),
                  1_000,
                  null,
                  false,
                  null,
                  null);
          List<Trial> trials = Double.isNaN(times) ? List.of() : List.of(trial);
          turns.add(new Turn(name, block, trials, trials.size(), 0, 0, null, nanos, 1.0, 0));
        }
      }
      return new Taken(turns, conditions(order.stage()));
    }

    /** Plain connections complete 1,000 times a second for each thread, resumed in no case. */
    private Turn storm(String name, int threads) {
      double times =
          name.equals("plain") ? 1 : name.equals("control") ? 1 / stormControl : tls.get(number);
      return new Turn(
          "concurrency=" + threads + "." + name,
          0,
          List.of(),
          500 * threads,
          0,
          refused,
          refused == 0 ? null : "too many clients",
          Math.round(5e8 * times),
          250.0,
          clientLoad);
    }

    private Conditions conditions(Stage stage) {
      return new Conditions(
          1_000,
          new Disturbance(
              disturbed.contains(stage) ? 100 * foreign.get(number) : 0.0, 100 * elsewhere, 0.0),
          new Overhead(0, 0, 0, 0));
    }
  }

  private static double width(Interval interval) {
    return Math.log(interval.high95() / interval.low95());
  }

  private static Interval ratio(ConnectResult result, String name) {
    return requireNonNull(requireNonNull(kind(result, name).find(Part.TOTAL)).ratio());
  }

  private static KindResult kind(ConnectResult result, String name) {
    return result.kinds().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
