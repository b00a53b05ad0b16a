package dev.tlsbench.measure.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.cluster.RoundsTest;
import dev.tlsbench.measure.fork.ForkReply;
import dev.tlsbench.measure.fork.ForkReply.Clocks;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.ycsb.session.Binding;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A search on a cluster of eight executors, whose answers are made up. */
class SaturationTest {
  private final ObjectMapper json = new ObjectMapper();
  private final List<Integer> tried = new ArrayList<>();

  /** The server's limit in operations a second; an executor does 1,000. */
  private double most = Double.POSITIVE_INFINITY;

  /** Idle cores of an executor's machine. */
  private double idle = 2;

  /** True if executors begin all of their windows too late. */
  private boolean isLate;

  private Optional<String> end = Optional.empty();

  private final Cluster cluster =
      new Cluster() {
        @Override
        public int executors() {
          return 8;
        }

        @Override
        public void run(ClusterJob job, Listener listener) {
          int parts = job.inputs().size();
          tried.add(parts);
          for (int part = 0; part < parts; part++) {
            EpochData epoch = epoch(Math.min(1000, most / parts));
            answer(
                listener,
                part,
                ForkReply.measured(isLate ? RoundsTest.withoutWindows(epoch) : epoch));
            answer(listener, part, ForkReply.compared(new Clocks(0, 0.1, 10)));
            listener.ended(part, end);
          }
        }

        @Override
        public void close() {}
      };

  private void answer(Cluster.Listener listener, int part, ForkReply reply) {
    try {
      listener.line(part, json.writeValueAsString(reply));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A window of 100 ms, in which the client uses one core. */
  private EpochData epoch(double perSecond) {
    return RoundsTest.epoch(
        new WorkData(0.1, perSecond, Math.round(perSecond / 10), 0, 0, 0),
        new Use(100, null, 0, 0, 100 * idle, null));
  }

  private Saturation.Load find() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", "mysql://bench@127.0.0.1:1/ycsb");
    Settings settings =
        new Settings(
                Settings.Clients.anywhere(1, 0),
                new Settings.Timing(
                    Duration.ofMillis(100),
                    1,
                    3,
                    0,
                    null,
                    Duration.ofSeconds(60),
                    null,
                    Duration.ZERO),
                Settings.Data.SHARED,
                Duration.ofSeconds(30),
                42,
                List.of())
            .onCluster(ClusterOptions.of("spark://head:7077", 8, 1));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new Saturation(
            Target.open(Binding.of("mysql-tls"), properties, line -> {}),
            properties,
            Variants.of(List.of("plain"), List.of()).all().get(0),
            settings,
            new Progress(nowhere, line -> {}))
        .ofExecutors((asked, told) -> cluster, 1, UnaryOperator.identity());
  }

  @Test
  void addsExecutorsUntilThereIsNoMoreWork() throws Exception {
    most = 3000;
    Saturation.Load load = find();

    assertThat(tried).containsExactly(1, 2, 4, 8);
    assertThat(load.clients()).isEqualTo(4);
    assertThat(load.perSecond()).isEqualTo(3000);
    assertThat(load.conclusion())
        .contains("more executors did no more work, so the server or the network was the limit.");
  }

  @Test
  void saysIfTheClientsHadNoCoreLeft() throws Exception {
    most = 1000;
    idle = 0.04;
    Saturation.Load load = find();

    assertThat(load.clients()).isEqualTo(1);
    assertThat(load.conclusion()).contains("either side may be the limit");
  }

  @Test
  void saysIfMoreWereNotTried() throws Exception {
    Saturation.Load load = find();

    assertThat(load.clients()).isEqualTo(8);
    assertThat(load.full()).isFalse();
    assertThat(load.conclusion()).contains("With 8 executors", "more executors were not tried");
  }

  @Test
  void givesUpAfterThreeLostRounds() {
    end = Optional.of("its JVM ended");

    assertThatThrownBy(this::find)
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("its JVM ended");
    assertThat(tried).containsExactly(1, 1, 1);
  }

  @Test
  void saysThatExecutorsWereTooBusyToWorkAtTheSameTime() {
    isLate = true;

    assertThatThrownBy(this::find)
        .isInstanceOf(NothingMeasuredException.class)
        .hasMessageStartingWith(
            "--cluster: no round of 1 executor has a result: in no block did all");
    assertThat(tried).containsExactly(1, 1, 1);
  }
}
