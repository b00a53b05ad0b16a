package dev.tlsbench.measure.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.fork.ForkReply;
import dev.tlsbench.measure.fork.ForkReply.Clocks;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Failure;
import dev.tlsbench.measure.fork.ForkReply.Kind;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.Histograms;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.Warning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rounds on a cluster of two executors, whose answers are made up. */
class RoundsTest {
  private static final Clocks STEADY = new Clocks(3, 0.5, 10);

  private static final EpochData EPOCH =
      epoch(new WorkData(0.1, 100, 10, 0, 0, 0, 0), new Use(4, null, 0, 0, 3, null));

  private final ObjectMapper json = new ObjectMapper();
  private final Measured measured = new Measured();
  private final List<String> messages = new ArrayList<>();
  private EpochData epoch = EPOCH;
  private int executors = 2;
  private ForkReply last = ForkReply.compared(STEADY);
  private Optional<String> end = Optional.empty();
  private long sent;
  private long received;

  private final Cluster cluster =
      new Cluster() {
        @Override
        public int executors() {
          return executors;
        }

        @Override
        public void run(ClusterJob job, Listener listener) {
          for (int part = 0; part < job.inputs().size(); part++) {
            sent += Rounds.bytes(job.inputs().get(part));
            answer(listener, part, ForkReply.measured(epoch));
            answer(listener, part, last);
            listener.ended(part, end);
          }
        }

        @Override
        public void close() {}
      };

  private void answer(Cluster.Listener listener, int part, ForkReply reply) {
    try {
      String line = json.writeValueAsString(reply);
      received += Rounds.bytes(line);
      listener.line(part, line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns an epoch of one window of plain. */
  private static EpochData epoch(WorkData work, Use use) {
    String none = Histograms.encode(Histograms.empty());
    WindowData window = new WindowData("plain", 0, 0, 1, work, use, null, Map.of());
    return new EpochData(
        0,
        1,
        Map.of(),
        null,
        List.of(window),
        Map.of(
            "plain",
            new ForkReply.ClientData(List.of(), Map.of(), List.of(), none, none, none, none)));
  }

  /** Returns an epoch all of whose windows began too late. */
  private static EpochData withoutWindows(EpochData epoch) {
    return new EpochData(0, 1, Map.of(), null, List.of(), epoch.clients());
  }

  private Rounds open() throws Exception {
    ClusterOptions options = ClusterOptions.of("spark://head:7077", 2, 2);
    Settings settings =
        new Settings(
            Settings.Clients.anywhere(1, 0),
            new Settings.Timing(
                Duration.ofMillis(100), 1, 3, 0, null, Duration.ofSeconds(60), null, Duration.ZERO),
            Settings.Data.SHARED,
            Duration.ofSeconds(30),
            42,
            List.of());
    return new Rounds(
        (asked, told) -> cluster,
        options,
        settings,
        (number, part) ->
            new ForkSpec(
                "mysql-tls",
                Map.of("plain", Map.of("mysql.url", "é".repeat(50 * (number + 1)))),
                settings.clients(),
                false,
                number,
                part),
        measured,
        messages::add);
  }

  private Setup.Executors found() {
    return Objects.requireNonNull(measured.executors());
  }

  @Test
  void reportsTheLargestDifferenceOfClocksAndTheAverageSizeOfMessages() throws Exception {
    try (Rounds rounds = open()) {
      assertThat(rounds.run(0)).isTrue();
      last = ForkReply.compared(new Clocks(-4, 0.25, 10));
      assertThat(rounds.run(1)).isTrue();
    }

    assertThat(found()).isEqualTo(new Setup.Executors(2, 0, 0, 0, -4, 0.5, sent / 4, received / 4));
    assertThat(found().bytesSentPerRound()).isGreaterThan(150);
    assertThat(measured.forks()).isEqualTo(2);
  }

  @Test
  void leavesOutARoundWhoseClocksMoved() throws Exception {
    try (Rounds rounds = open()) {
      last = ForkReply.compared(new Clocks(3, 10.1, 10));
      assertThat(rounds.run(0)).as("there may be another one").isTrue();
      assertThat(measured.forks()).isZero();
      last = ForkReply.compared(new Clocks(3, 10, 10));
      assertThat(rounds.run(1)).isTrue();
    }

    assertThat(found().driftedRounds()).isEqualTo(1);
    assertThat(found().lostRounds()).isZero();
    assertThat(found().clockErrorMillis()).isEqualTo(10);
    assertThat(measured.forks()).isEqualTo(1);
    assertThat(messages)
        .containsExactly(
            "round 1 is lost: clocks moved: two may differ by 10.1 ms, and between windows are"
                + " 10.0 ms");
  }

  @Test
  void countsBlocksThatNotAllExecutorsBeganInTime() throws Exception {
    try (Rounds rounds = open()) {
      assertThat(rounds.run(0)).isTrue();
      assertThat(found().lateBlocks()).isZero();
      assertThat(messages).isEmpty();

      epoch = withoutWindows(EPOCH);
      assertThat(rounds.run(1)).isTrue();
    }

    assertThat(found().lateBlocks()).isEqualTo(1);
    assertThat(found().lostRounds()).isZero();
    assertThat(measured.forks()).isEqualTo(1);
    assertThat(messages)
        .singleElement()
        .asString()
        .startsWith("round 2 is lost: in no block did all executors begin their windows in time");
  }

  @Test
  void leavesItToTheVerdictIfAllExecutorsWereTooBusy() throws Exception {
    epoch = withoutWindows(EPOCH);
    try (Rounds rounds = open()) {
      assertThat(rounds.run(0)).isTrue();
      assertThatCode(rounds::requireResult).doesNotThrowAnyException();

      end = Optional.of("executor lost");
      assertThat(rounds.run(1)).isTrue();
      assertThatThrownBy(rounds::requireResult)
          .isInstanceOf(ConnectFailedException.class)
          .hasMessage("--cluster: no round has a result: executor lost");
    }
    assertThat(measured.epochs()).isEmpty();
  }

  @Test
  void goesOnAfterAnExecutorWasLost() throws Exception {
    try (Rounds rounds = open()) {
      end = Optional.of("executor lost");
      assertThat(rounds.run(0)).isTrue();
      end = Optional.empty();
      assertThat(rounds.run(1)).isTrue();
      rounds.requireResult();

      assertThat(rounds.warnings()).isEmpty();
    }

    assertThat(found().lostRounds()).isEqualTo(1);
    assertThat(measured.forks()).isEqualTo(1);
    assertThat(messages).containsExactly("round 1 is lost: executor lost");
  }

  @Test
  void endsWithFewerExecutorsThanTheMinimum() throws Exception {
    try (Rounds rounds = open()) {
      assertThat(rounds.run(0)).isTrue();
      executors = 1;

      assertThat(rounds.run(1)).isFalse();
      assertThat(rounds.warnings()).containsExactly(new Warning.TooFewExecutors(1, 2));
    }
    assertThat(measured.forks()).isEqualTo(1);
  }

  @Test
  void leavesALostServerToItsCaller() throws Exception {
    try (Rounds rounds = open()) {
      last = ForkReply.failed(new Failure(Kind.NO_CONNECTION, "refused"));

      assertThatThrownBy(() -> rounds.run(0))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessage("refused");
    }
  }
}
