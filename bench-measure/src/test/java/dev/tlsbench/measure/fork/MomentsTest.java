package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.measure.fork.EpochData.Pause;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import site.ycsb.measurements.Measurements;

@ExtendWith(ThreadForks.class)
class MomentsTest {
  private final AtomicLong millis = new AtomicLong(20_000);
  private final Moments moments = new Moments(() -> millis.get() * 1_000_000);

  private void pass(int passed, int expected) {
    millis.addAndGet(passed);
    moments.add(TimeUnit.MILLISECONDS.toNanos(expected));
  }

  private @Nullable Pause pause() {
    return moments.pause(TimeUnit.SECONDS.toNanos(10));
  }

  @Test
  void aPauseIsFarLongerThanAllOtherTimes() {
    pass(1, 0);
    pass(6_000, 0);
    pass(1_900, 0);

    assertThat(pause()).isEqualTo(new Pause(10.001, 6));
    pass(2_100, 0);
    assertThat(pause()).as("slow operations are no pause").isNull();
  }

  @Test
  void aPauseIsASecondLaterThanExpected() {
    pass(10_999, 10_000);
    assertThat(pause()).isNull();
    millis.addAndGet(60_000);
    moments.restart();
    pass(11_500, 10_000);
    assertThat(pause()).as("not three times 999 ms").isNull();
    pass(5_500, 500);
    assertThat(pause()).isNotNull();
  }

  @Test
  void seesThatTheServerIsStopped() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.builder().plain().start();
        ForkProcess fork = fork(server)) {
      signal(server, "STOP");
      CompletableFuture<Void> goesOn =
          CompletableFuture.runAsync(
              () -> signal(server, "CONT"), CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS));

      assertThat(fork.run(new EpochOrder(0, 0, 1, 20, 100, 0)).pause()).isNotNull();
      goesOn.join();
    }
  }

  private static ForkProcess fork(EmbeddedServer server) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", server.url());
    properties.setProperty("workload", "site.ycsb.workloads.CoreWorkload");
    properties.setProperty("recordcount", "100");
    properties.setProperty("dotransactions", "true");
    Measurements.setProperties(properties);
    new RecordLoader(Binding.of("mongodb-tls"), properties, line -> {}).loadIfEmpty(true);
    ForkSpec spec =
        new ForkSpec(
            "mongodb-tls",
            Map.of("plain", RunProperties.strings(properties)),
            Settings.Clients.anywhere(1, 0),
            false,
            42,
            0,
            System.currentTimeMillis());
    return ForkProcess.start(ForkMain.class, spec, Duration.ofMinutes(1), List.of(), line -> {});
  }

  private static void signal(EmbeddedServer server, String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
