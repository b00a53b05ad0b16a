package dev.tlsbench.experiment.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.Inventory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs are 5 µs and 0.0025 µs a byte beside 50 µs and 0.005 µs a byte in plain text. */
@Tag("any-jdk")
class PredictorTest {
  private static final String SERVER = "MySQL 9.7.4";

  @TempDir private Path directory;

  private Sources messages() throws IOException {
    Sources sources = new Sources();
    sources.read(MeasuredFolders.comparison(directory.resolve("compare"), SERVER));
    return sources;
  }

  private Sources all() throws IOException {
    Sources sources = messages();
    sources.read(MeasuredFolders.connections(directory.resolve("near"), SERVER, 0));
    sources.read(MeasuredFolders.connections(directory.resolve("far"), SERVER, 20));
    return sources;
  }

  private static Profile profile(
      double reply, double rttMicros, @Nullable Double perConnection, double resumed) {
    return profile(null, reply, rttMicros, perConnection, resumed);
  }

  private static Profile profile(
      @Nullable Double rate,
      double reply,
      double rttMicros,
      @Nullable Double perConnection,
      double resumed) {
    return new Profile(
        rate, 1, reply, rttMicros, perConnection, resumed, null, null, null, null, null, null);
  }

  private static PredictResult predict(Sources sources, Profile profile, String... whatIfs) {
    return Predictor.predict(
        MeasuredFolders.run("bin/tlsbench predict"), sources, profile, List.of(), List.of(whatIfs));
  }

  private static NamedFigure figure(PredictResult result, PredictedFigure answer) {
    return figure(result, "tls13", answer);
  }

  private static double value(PredictResult result, PredictedFigure answer) {
    return figure(result, answer).value();
  }

  private static double value(PredictResult result, String subject, PredictedFigure answer) {
    return figure(result, subject, answer).value();
  }

  private static NamedFigure figure(PredictResult result, String subject, PredictedFigure answer) {
    return result.figures().stream()
        .filter(figure -> figure.key().equals(subject + "." + answer.id))
        .findFirst()
        .orElseThrow();
  }

  private static String headline(PredictResult result) {
    Environment environment = Inventory.take(SERVER, Map.of());
    Document document = PredictDocument.of(result, environment);
    return document.findings().get(0).plain();
  }

  @Test
  void addsMessagesUp() throws IOException {
    PredictResult result = predict(messages(), profile(2_000, 0, null, 0));

    // 5 + 0.0025 × 2,000, and one byte of a request; of 50 + 0.005 × 2,000.
    NamedFigure latency = figure(result, PredictedFigure.LATENCY);
    assertThat(latency.value()).isCloseTo(10, within(0.01));
    assertThat(latency.low95()).isLessThan(latency.value());
    assertThat(latency.high95()).isGreaterThan(latency.value());
    assertThat(value(result, PredictedFigure.LATENCY_RATIO)).isCloseTo(1 + 10 / 60.0, within(1e-3));
    assertThat(value(result, PredictedFigure.CLIENT_CPU)).isCloseTo(4, within(0.01));
    assertThat(value(result, PredictedFigure.SERVER_CPU)).isCloseTo(6, within(0.01));
  }

  @Test
  void staysOnTheLastLineBeyondTheLargestReply() throws IOException {
    PredictResult result = predict(messages(), profile(65_536, 0, null, 0));

    assertThat(value(result, PredictedFigure.LATENCY)).isCloseTo(5 + 0.0025 * 65_536, within(0.01));
  }

  @Test
  void addsTheShareOfAConnection() throws IOException {
    PredictResult result = predict(all(), profile(2_000, 0, 50.0, 0.5));

    double handshake = (MeasuredFolders.FULL + MeasuredFolders.RESUMED) / 2;
    double plain = 60 + MeasuredFolders.CONNECTION / 50;
    assertThat(value(result, PredictedFigure.LATENCY)).isCloseTo(10 + handshake / 50, within(0.01));
    assertThat(value(result, PredictedFigure.LATENCY_RATIO))
        .isCloseTo(1 + (10 + handshake / 50) / plain, within(1e-3));
    assertThat(value(result, PredictedFigure.SERVER_CPU))
        .isCloseTo(0.6 * (10 + handshake / 50), within(0.01));
  }

  @Test
  void addsTheRoundTripsOfAConnection() throws IOException {
    PredictResult result = predict(all(), profile(2_000, 3_000, 10.0, 0));

    assertThat(value(result, PredictedFigure.FULL_CONNECTION)).isCloseTo(5_500, within(0.1));
    assertThat(value(result, PredictedFigure.RESUMED_CONNECTION)).isCloseTo(4_000, within(0.1));
    assertThat(value(result, PredictedFigure.LATENCY)).isCloseTo(560, within(0.1));
  }

  @Test
  void reachesFartherUpBehindARoundTrip() throws IOException {
    NamedFigure busy =
        figure(predict(messages(), profile(2_000, 0, null, 0)), PredictedFigure.LATENCY);
    NamedFigure waiting =
        figure(predict(messages(), profile(2_000, 1_000, null, 0)), PredictedFigure.LATENCY);

    assertThat(waiting.value()).isEqualTo(busy.value());
    assertThat(waiting.low95()).isEqualTo(busy.low95());
    assertThat(waiting.high95()).isGreaterThan(busy.high95());
  }

  @Test
  void predictsCoresForARate() throws IOException {
    PredictResult result = predict(messages(), profile(20_000.0, 2_000, 0, null, 0));

    assertThat(value(result, PredictedFigure.CLIENT_CORES)).isCloseTo(0.08, within(1e-3));
    assertThat(value(result, PredictedFigure.SERVER_CORES)).isCloseTo(0.12, within(1e-3));
  }

  @Test
  void theHeadlineHoldsTheConnectionThatEachOperationOpens() throws IOException {
    assertThat(headline(predict(all(), profile(2_000, 0, 1.0, 0))))
        .startsWith("tls13 adds 2.5")
        .contains("ms", " to an operation, which opens a connection of its own (");
  }

  @Test
  void theHeadlineNamesTheShareOfAConnection() throws IOException {
    assertThat(headline(predict(all(), profile(2_000, 0, 50.0, 0))))
        .startsWith("tls13 adds 60")
        .contains("µs", " to an operation with its share of a connection (")
        .contains(" and 2.5", " to a new connection; the client needs ");
  }

  @Test
  void predictsChanges() throws IOException {
    PredictResult result = predict(all(), profile(2_000, 0, 50.0, 0), "resumption=on", "pool=500");

    assertThat(value(result, "tls13, resumption=on", PredictedFigure.LATENCY))
        .isCloseTo(10 + MeasuredFolders.RESUMED / 50, within(0.01));
    assertThat(value(result, "tls13, pool=500", PredictedFigure.LATENCY))
        .isCloseTo(10 + MeasuredFolders.FULL / 500, within(0.01));
  }

  @Test
  void leavesTheServerOutIfItsProcessIsElsewhere() throws IOException {
    Sources sources = new Sources();
    sources.read(
        MeasuredFolders.comparison(directory.resolve("elsewhere"), SERVER, false, 100, 4_096));
    PredictResult result = predict(sources, profile(20_000.0, 2_000, 0, null, 0));

    assertThat(result.figures())
        .extracting(NamedFigure::name)
        .contains(PredictedFigure.CLIENT_CORES.id)
        .doesNotContain(PredictedFigure.SERVER_CPU.id, PredictedFigure.SERVER_CORES.id);
  }

  @Test
  void refusesToGuessTheCostOfBytes() throws IOException {
    Sources sources = new Sources();
    sources.read(MeasuredFolders.comparison(directory.resolve("one"), SERVER, true, 1_000));

    assertThat(value(predict(sources, profile(1_500, 0, null, 0)), PredictedFigure.LATENCY))
        .isCloseTo(7.5, within(0.01));
    assertThatThrownBy(() -> predict(sources, profile(5_000, 0, null, 0)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("replies of 1000 bytes only, and the profile's have 5000");
  }

  @Test
  void refusesConnectionsThatWereNotMeasured() throws IOException {
    Sources sources = messages();
    assertThatThrownBy(() -> predict(sources, profile(2_000, 0, 50.0, 0)))
        .hasMessageContaining("connections of tls13 as in this profile were not measured");
    sources.read(MeasuredFolders.connections(directory.resolve("near"), SERVER, 0));
    predict(sources, profile(2_000, 0, 50.0, 0));
    assertThatThrownBy(() -> predict(sources, profile(2_000, 400, 50.0, 0)))
        .hasMessageContaining("and one of it with --rtt 20ms");
  }

  @Test
  void readsItsOwnResultAsASource() throws IOException {
    Profile profile = profile(2_000, 3_000, 10.0, 0);
    PredictResult first = predict(all(), profile);
    Sources again = new Sources();
    again.read(MeasuredFolders.write(directory.resolve("predict"), SERVER, first));

    assertThat(predict(again, profile).figures()).hasSameSizeAs(first.figures());
    assertThat(value(predict(again, profile), PredictedFigure.LATENCY))
        .isCloseTo(value(first, PredictedFigure.LATENCY), within(0.01));
  }
}
