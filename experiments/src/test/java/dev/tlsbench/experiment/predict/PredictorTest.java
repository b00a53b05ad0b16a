package dev.tlsbench.experiment.predict;

import static dev.tlsbench.experiment.predict.KnownCosts.BYTE;
import static dev.tlsbench.experiment.predict.KnownCosts.CONNECTION;
import static dev.tlsbench.experiment.predict.KnownCosts.FULL;
import static dev.tlsbench.experiment.predict.KnownCosts.MESSAGE;
import static dev.tlsbench.experiment.predict.KnownCosts.PLAIN;
import static dev.tlsbench.experiment.predict.KnownCosts.PLAIN_BYTE;
import static dev.tlsbench.experiment.predict.KnownCosts.REQUEST_BYTE;
import static dev.tlsbench.experiment.predict.KnownCosts.RESUMED;
import static dev.tlsbench.experiment.predict.KnownCosts.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class PredictorTest {
  private static final int REQUEST = 300;
  private static final int REPLY = 5_000;
  private static final double PLAIN_OPERATION = PLAIN + PLAIN_BYTE * REPLY;
  private static final double ADDED = MESSAGE + BYTE * REPLY + REQUEST_BYTE * REQUEST;

  private final KnownCosts known = new KnownCosts();
  private final Sources sources = new Sources();

  private static TypedProfile profile() {
    return TypedProfile.of(
        Map.of("request", "300", "reply", "5000", "rtt", "1ms", "operations-per-connection", "50"));
  }

  /** Returns the usual profile with other values. */
  private static TypedProfile with(Map<String, ?> others) {
    return TypedProfile.of(others).or(profile());
  }

  private static TypedProfile near() {
    return behind("0ms");
  }

  private PredictorTest measured() {
    sources.add(KnownCosts.source(), known.comparison(true, 100, 4_096, 32_768, 262_144));
    sources.add(KnownCosts.source(), known.connections(0, true));
    sources.add(KnownCosts.source(), known.connections(5, true));
    return this;
  }

  private PredictResult predict(TypedProfile typed, String... whatIfs) {
    return new Predictor(sources.fit(), typed.parse(), List.of())
        .predict(KnownCosts.run("bin/tlsbench predict"), List.of(whatIfs));
  }

  private Interval figure(TypedProfile typed, String name) {
    return found(predict(typed).variants().get(0), name);
  }

  private static Interval found(Prediction prediction, String name) {
    Interval found = prediction.figures().get(name);
    assertThat(found).as(name + " of " + prediction.figures().keySet()).isNotNull();
    return java.util.Objects.requireNonNull(found);
  }

  private static void holds(Interval interval, double truth, double halfWidth) {
    assertThat(truth).isBetween(interval.low95(), interval.high95());
    assertThat((interval.high95() - interval.low95()) / 2).isLessThan(halfWidth);
  }

  @Test
  void findsTheCostOfTlsForAnOperation() {
    measured();

    holds(figure(profile(), "clientCpuMicros"), ADDED + FULL / 50, 0.2 * (ADDED + FULL / 50));
    holds(
        figure(profile(), "serverCpuMicros"),
        SERVER * (ADDED + FULL / 50),
        0.2 * SERVER * (ADDED + FULL / 50));
    holds(figure(near(), "latencyMicros"), (1 + SERVER) * ADDED, 0.2 * (1 + SERVER) * ADDED);
  }

  /** A core that sleeps until an answer comes wakes up with cold caches. */
  @Test
  void doesNotTrustCostsOfABusyCoreBehindARoundTrip() {
    measured();

    double added = 3 * (1 + SERVER) * ADDED + 60;
    Interval ratio = figure(profile(), "latencyRatio");
    assertThat(figure(profile(), "latencyMicros").high95()).isGreaterThan(added);
    assertThat(ratio.high95())
        .isGreaterThan(1 + added / (1_000 + (1 + SERVER) * PLAIN_OPERATION) - 0.005);
    assertThat(figure(behind("4ms"), "latencyMicros").high95()).isGreaterThan(added + 140);
    assertThat(figure(behind("20ms"), "latencyMicros").high95())
        .isBetween(added + 190, added + 330);
    assertThat(predict(behind("20ms")).unknown())
        .anyMatch(line -> line.contains("and 250 µs more"));
  }

  private static TypedProfile behind(String rtt) {
    return with(Map.of("rtt", rtt));
  }

  @Test
  void findsTheCostOfAConnectionAndItsRoundTrips() {
    measured();

    holds(figure(profile(), "fullConnectionMicros"), (1 + SERVER) * FULL + 1_000, 600);
    holds(figure(profile(), "resumedConnectionMicros"), (1 + SERVER) * RESUMED + 1_000, 300);
    holds(
        figure(profile(), "fullConnectionWholeMicros"),
        (1 + SERVER) * (CONNECTION + FULL) + 8_000,
        900);
  }

  /** Forks differ by a fifth here; only a joint bootstrap sees that their ratios do not. */
  @Test
  void keepsRatiosSharpThoughForksDiffer() {
    measured();
    double plain = PLAIN_OPERATION + CONNECTION / 50;

    holds(figure(profile(), "serverCapacityRatio"), plain / (plain + ADDED + FULL / 50), 0.04);
  }

  @Test
  void predictsCoresForARate() {
    measured();

    holds(
        figure(with(Map.of("rate", "20000")), "serverCores"),
        20_000 * SERVER * (ADDED + FULL / 50) / 1e6,
        0.15);
  }

  @Test
  void predictsTheThroughputOfOneClientByItsLatency() {
    measured();
    double plain = (1 + SERVER) * PLAIN_OPERATION;

    holds(figure(clients("1"), "throughputRatio"), plain / (plain + (1 + SERVER) * ADDED), 0.03);
  }

  @Test
  void predictsTheThroughputOfManyClientsByTheirCores() {
    measured();
    Interval ratio = figure(clients("16"), "throughputRatio");

    holds(ratio, PLAIN_OPERATION / (PLAIN_OPERATION + ADDED), 0.08);
    assertThat(ratio.high95())
        .as("several threads may add a third less")
        .isCloseTo(PLAIN_OPERATION / (PLAIN_OPERATION + ADDED * 2 / 3), within(0.03));
  }

  @Test
  void doesNotTrustCostsOfWarmCachesWithManyThreads() {
    measured();
    Interval ratio = figure(clients("64"), "throughputRatio");

    assertThat(ratio.low95())
        .isCloseTo(PLAIN_OPERATION / (PLAIN_OPERATION + 3 * ADDED), within(0.05));
    assertThat(ratio.high95())
        .isCloseTo(PLAIN_OPERATION / (PLAIN_OPERATION + ADDED * 2 / 3), within(0.05));
    assertThat(predict(clients("64")).unknown())
        .anyMatch(line -> line.startsWith("Latency with this many threads"));
  }

  /** Caches forget the code of handshakes while some hundred operations run. */
  @Test
  void doesNotTrustCostsOfOneHandshakeAfterAnotherIfTheyAreRare() {
    measured();

    for (String operations : List.of("20", "500")) {
      double number = Double.parseDouble(operations);
      double times = number < 100 ? 1.6 : 2;
      double plain = PLAIN_OPERATION + CONNECTION / number;
      Interval ratio = figure(clients("1", operations), "throughputRatio");

      assertThat(ratio.value())
          .as("the middle between warm and cold caches")
          .isCloseTo(plain / (plain + ADDED + (1 + times) / 2 * FULL / number), within(0.03));
      assertThat(ratio.low95())
          .isLessThan(plain / (plain + ADDED + times * FULL / number))
          .isGreaterThan(plain / (plain + 1.25 * (ADDED + times * FULL / number)));
    }
  }

  private static TypedProfile clients(String threads) {
    return clients(threads, "unlimited");
  }

  /** Returns a profile with a number of clients on one core with their server. */
  private static TypedProfile clients(String threads, String perConnection) {
    return with(
        Map.of(
            "rtt",
            "0ms",
            "operations-per-connection",
            perConnection,
            "threads",
            threads,
            "cores",
            Map.of("shared", "1")));
  }

  /** As PostgreSQL's request for TLS and a HelloRetryRequest do. */
  @Test
  void addsTheRoundTripsBeforeAHandshake() {
    known.asking();
    measured();
    holds(figure(profile(), "fullConnectionMicros"), (1 + SERVER) * FULL + 2_000, 600);
    holds(figure(profile(), "resumedConnectionMicros"), (1 + SERVER) * RESUMED + 2_000, 300);
    PredictorTest other = new PredictorTest();
    other.known.asking().retried();
    other.measured();
    holds(other.figure(profile(), "fullConnectionMicros"), (1 + SERVER) * FULL + 3_000, 600);

    // A client that connects for each operation: eight round trips of 20 ms without TLS.
    TypedProfile each =
        with(
            Map.of(
                "rtt",
                "20ms",
                "operations-per-connection",
                "1",
                "threads",
                "1",
                "cores",
                Map.of("shared", "1")));
    assertThat(figure(each, "throughputRatio").value()).isCloseTo(8 / 10.0, within(0.03));
    assertThat(other.figure(each, "throughputRatio").value()).isCloseTo(8 / 11.0, within(0.03));
  }

  @Test
  void knowsWhichVariantAsksForTls() {
    known.asking();
    measured();
    KnownCosts direct = new KnownCosts().direct();
    sources.add(KnownCosts.source(), direct.comparison(true, 100, 4_096, 32_768));
    sources.add(KnownCosts.source(), direct.connections(0, true));

    List<Prediction> both = predict(profile()).variants();
    assertThat(both).extracting(Prediction::name).containsExactly("tls13-100", "tls13-direct-100");
    holds(found(both.get(0), "fullConnectionMicros"), (1 + SERVER) * FULL + 2_000, 600);
    holds(found(both.get(1), "fullConnectionMicros"), (1 + SERVER) * FULL + 1_000, 600);
  }

  @Test
  void namesTheChangeThatSavesMost() {
    measured();
    PredictResult result =
        predict(with(Map.of("operations-per-connection", "2")), "resumption=on", "pool=200");

    assertThat(result.changes().get(0).change()).contains("ten times as many");
    holds(
        found(result.whatIfs().get(0), "clientCpuMicros"),
        ADDED + RESUMED / 2,
        0.2 * (ADDED + RESUMED / 2));
    holds(
        found(result.whatIfs().get(1), "clientCpuMicros"),
        ADDED + FULL / 200,
        0.2 * (ADDED + FULL / 200));
  }

  @Test
  void predictsAnotherGroupFromItsOwnConnections() {
    measured();
    KnownCosts hybrid = new KnownCosts().group("X25519MLKEM768", 3 * FULL);
    sources.add(KnownCosts.source(), hybrid.comparison(true, 100, 4_096, 32_768));
    sources.add(KnownCosts.source(), hybrid.connections(0, true));
    TypedProfile often = with(Map.of("operations-per-connection", "2"));

    PredictResult result = predict(often, "group=X25519MLKEM768");

    // The variant that already has the group is predicted without a change.
    assertThat(result.whatIfs()).hasSize(1);
    double expected = ADDED + 3 * FULL / 2;
    holds(found(result.whatIfs().get(0), "clientCpuMicros"), expected, 0.2 * expected);
    assertThatThrownBy(() -> predict(often, "group=x448"))
        .hasMessageStartingWith("--what-if group=x448 was not measured; the sources have ");
    assertThatThrownBy(() -> predict(often, "group="))
        .hasMessage("--what-if group: give a name after '='");
  }

  @Test
  void leavesTheServerOutIfItsProcessIsElsewhere() {
    known.serverElsewhere();
    measured();
    PredictResult result = predict(profile());

    assertThat(result.variants().get(0).figures())
        .containsKey("clientCpuMicros")
        .doesNotContainKeys("serverCpuMicros", "serverCapacityRatio");
    assertThat(result.unknown().get(0)).startsWith("The server's CPU time");
  }

  @Test
  void takesAPlainOperationFromTheUser() {
    measured();
    TypedProfile own = with(Map.of("cpu-per-operation", "1ms", "latency", "2ms"));
    double added = SERVER * (ADDED + FULL / 50);

    holds(figure(own, "serverCapacityRatio"), 1_000 / (1_000 + added), 0.01);
    assertThat(figure(own, "latencyRatio").value())
        .as("the middle between warm and cold caches, behind 1 ms")
        .isCloseTo(1 + (2 * (1 + SERVER) * ADDED + 30) / 2_000, within(0.002));
  }

  @Test
  void refusesToGuessTheCostOfBytes() {
    sources.add(KnownCosts.source(), known.comparison(false, 1_000));
    sources.add(KnownCosts.source(), known.connections(0, true));

    assertThatThrownBy(() -> predict(profile()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("too little data")
        .hasMessageContaining("sweep --axis size");
  }

  @Test
  void refusesTooFewEpochs() {
    known.forks(1);
    sources.add(KnownCosts.source(), known.comparison(false, 100, 4_096));

    assertThatThrownBy(() -> predict(with(Map.of("operations-per-connection", "unlimited"))))
        .hasMessageContaining("4 epochs")
        .hasMessageContaining("too little data for an interval");
  }

  @Test
  void refusesConnectionsThatWereNotMeasured() {
    sources.add(KnownCosts.source(), known.comparison(false, 100, 4_096));

    assertThatThrownBy(() -> predict(profile())).hasMessageContaining("add a result of 'connect'");
  }

  @Test
  void refusesResumptionThatWasNotMeasured() {
    sources.add(KnownCosts.source(), known.comparison(false, 100, 4_096));
    sources.add(KnownCosts.source(), known.connections(0, false));

    assertThatThrownBy(() -> predict(with(Map.of("resumed", "0.9"))))
        .hasMessageContaining("no session was resumed");
  }

  @Test
  void refusesUnknownChanges() {
    measured();

    for (String change : List.of("magic=on", "resumption=maybe", "suite=HIGH", "pool=many")) {
      assertThatThrownBy(() -> predict(profile(), change))
          .as(change)
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining(change.split("=", 2)[0]);
    }
  }

  /** Costs of long messages are not one line. */
  @Test
  void knowsLessBetweenSizesAndBeyondTheLargest() {
    measured();
    double measuredSize = spread("32768");

    assertThat(spread("147456")).as("between 32 and 256 KiB").isGreaterThan(1.15 * measuredSize);
    assertThat(spread("4194304")).as("16 times the largest").isGreaterThan(1.3 * measuredSize);
  }

  @Test
  void knowsLessBeyondShortMessagesToo() {
    sources.add(KnownCosts.source(), known.comparison(false, 100, 4_096));
    sources.add(KnownCosts.source(), known.connections(0, true));

    assertThat(spread("262144")).isGreaterThan(1.8 * spread("4096"));
  }

  /** Returns the relative width of the interval of TLS's addition to the latency of a reply. */
  private double spread(String reply) {
    Interval added = figure(with(Map.of("reply", reply, "rtt", "0ms")), "latencyMicros");
    return (added.high95() - added.low95()) / added.value();
  }

  @Test
  void addsVariantsOfAnotherJdkToTheFirst() {
    measured();
    Sources other = new Sources();
    KnownCosts cheaper = new KnownCosts().added(0.5);
    other.add(KnownCosts.source("25.0.3+9"), cheaper.comparison(true, 100, 4_096, 32_768));
    other.add(KnownCosts.source("25.0.3+9"), cheaper.connections(0, true));
    sources.add(
        KnownCosts.source(),
        new Predictor(other.fit(), near().parse(), List.of())
            .predict(KnownCosts.run("bin/tlsbench predict"), List.of()));

    PredictResult both = predict(near());
    String older = both.variants().get(0).name();
    String newer = older + " on JDK 25";
    double added = (1 + SERVER) * ADDED;
    assertThat(both.variants()).extracting(Prediction::name).element(1).isEqualTo(newer);
    holds(found(both.variants().get(0), "latencyMicros"), added, 0.2 * added);
    holds(found(both.variants().get(1), "latencyMicros"), added / 2, 0.1 * added);
    assertThat(both.changes())
        .extracting(PredictResult.Change::change)
        .contains(newer + " instead of " + older);
    assertThat(both.changes())
        .noneMatch(change -> change.change().startsWith(older + " instead"))
        .allSatisfy(change -> assertThat(change.savedMicros().low95()).isPositive());
  }

  @Test
  void advisesNeitherAWeakerProtocolNorAWeakerSuite() {
    Tls tls13 = new Tls("a", "jdk", "TLSv1.3", "TLS_AES_256_GCM_SHA384", null, null);
    Tls tls12 = new Tls("b", "jdk", "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", null, null);
    Tls cbc = new Tls("c", "jdk", "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", null, null);
    Tls rsa = new Tls("d", "jdk", "TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", null, null);

    assertThat(List.of(tls12, cbc, rsa)).allMatch(one -> one.isWeakerThan(tls13));
    assertThat(List.of(cbc, rsa)).allMatch(one -> one.isWeakerThan(tls12));
    assertThat(List.of(tls13, tls12)).noneMatch(one -> one.isWeakerThan(tls12));
    assertThat(rsa.isWeakerThan(cbc)).isFalse();
  }

  @Test
  void callsNoSavingWhatMayBeNone() {
    KnownCosts alike = new KnownCosts();
    Sources other = new Sources();
    other.add(KnownCosts.source("25.0.3+9"), alike.comparison(true, 100, 4_096, 32_768));
    other.add(KnownCosts.source("25.0.3+9"), alike.connections(0, true));
    measured();
    sources.add(
        KnownCosts.source(),
        new Predictor(other.fit(), near().parse(), List.of())
            .predict(KnownCosts.run("bin/tlsbench predict"), List.of()));

    assertThat(predict(near()).changes())
        .allSatisfy(change -> assertThat(change.savedMicros().low95()).isPositive())
        .noneMatch(change -> change.change().contains(" instead of "));
  }

  @Test
  void keepsTheNamesOfVariantsOfTheSameJdk() {
    measured();
    PredictResult result = predict(near());
    Sources again = new Sources();
    again.add(KnownCosts.source("17.0.21+9"), result);

    assertThat(again.fit().variants()).isEqualTo(result.calibration().variants());
  }

  @Test
  void saysFirstThatTheCostsAreNotThoseOfARealServer(@TempDir Path folder) throws IOException {
    for (Path each :
        List.of(
            MeasuredFolders.comparison(folder.resolve("compare"), "a toy"),
            MeasuredFolders.connections(folder.resolve("connect"), "a toy"))) {
      Path file = each.resolve("result.json");
      ObjectNode tree = (ObjectNode) Json.mapper().readTree(file.toFile());
      tree.withObject("/server").put("tlsRemark", "Its TLS is a toy.");
      Files.writeString(file, tree.toString());
      sources.read(each);
    }

    assertThat(notices(predict(profile())))
        .extracting(Notice::weight, notice -> notice.lines().get(0))
        .containsExactly(tuple(Weight.UNREAL, "Its TLS is a toy. To measure yours, give its URL."));

    Sources again = new Sources();
    again.add(KnownCosts.source(), predict(profile()));
    assertThat(again.fit().sources())
        .filteredOn(each -> each.folder() != null)
        .hasSize(2)
        .allMatch(each -> "Its TLS is a toy.".equals(each.tlsRemark()));
  }

  @Test
  void hasNoNoticeOfTheCostsOfARealServer() {
    measured();

    assertThat(notices(predict(profile()))).isEmpty();
  }

  private List<Notice> notices(PredictResult result) {
    return PredictDocument.of(result, Inventory.take("a toy", Map.of())).notices();
  }

  @Test
  void readsItsOwnResultAsASource() {
    measured();
    PredictResult result = predict(profile());
    Sources again = new Sources();
    again.add(KnownCosts.source(), result);

    assertThat(again.fit().parameters()).isEqualTo(result.calibration().parameters());
  }
}
