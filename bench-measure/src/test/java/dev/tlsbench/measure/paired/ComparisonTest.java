package dev.tlsbench.measure.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.measurements.Measurements;

/** Comparisons with real forks, driver and server. */
@Tag("any-jdk")
@Timeout(180)
class ComparisonTest {
  private static final PrintStream NOWHERE =
      new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  private static final EmbeddedServer SERVER = SharedServers.mongo();

  @BeforeAll
  static void loadRecords() throws Exception {
    Properties properties = properties(SERVER.url());
    Measurements.setProperties(properties);
    new RecordLoader(Binding.of("mongodb-tls"), properties, line -> {}).loadIfEmpty(true);
  }

  private static Properties properties(String url) {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", url);
    properties.setProperty("workload", "site.ycsb.workloads.CoreWorkload");
    properties.setProperty("table", "compared");
    properties.setProperty("recordcount", "100");
    properties.setProperty("dotransactions", "true");
    return properties;
  }

  private static Settings settings(int threads, int forks, int epochs, Duration window) {
    return new Settings(
        Settings.Clients.anywhere(threads, 0),
        new Settings.Timing(
            window,
            2,
            forks,
            epochs,
            Duration.ofMillis(100),
            Duration.ofSeconds(10),
            null,
            Duration.ofSeconds(10),
            false),
        Settings.Data.SHARED,
        Duration.ofMillis(100),
        42,
        List.of("-XX:TieredStopAtLevel=1"));
  }

  private static Comparison comparison(Settings settings, String... variants) throws IOException {
    Placement placement =
        target(properties(SERVER.url())).place(Cores.ALL, false, List.of(), line -> {});
    return comparison(SERVER.url(), settings.on(placement), line -> {}, variants);
  }

  private static Target target(Properties properties) throws IOException {
    return Target.open(Binding.of("mongodb-tls"), properties, line -> {});
  }

  private static Comparison comparison(
      String url, Settings settings, Consumer<String> messages, String... variants)
      throws IOException {
    Properties properties = properties(url);
    return new Comparison(
        target(properties),
        properties,
        Variants.of(List.of(variants), List.of()).all(),
        settings,
        new Progress(NOWHERE, messages),
        UnaryOperator.identity());
  }

  @Test
  void takesTurnsInBlocksOfEveryVariantOnFreshConnections() throws IOException {
    Settings settings = settings(2, 2, 3, Duration.ofMillis(20));
    Result result = comparison(settings, "plain", "tls13", "tls12@bouncycastle").run("test");

    Point point = result.points().get(0);
    assertThat(point.warnings()).noneMatch(Warning::forbidsUse);
    assertThat(point.control()).isNotNull();
    assertThat(point.variants().stream().map(VariantResult::name))
        .containsExactly("plain", "control", "tls13", "tls12@bouncycastle");
    assertThat(point.variants().stream().map(VariantResult::role))
        .containsExactly(Role.BASELINE, Role.CONTROL, Role.VARIANT, Role.VARIANT);

    assertThat(point.windows()).hasSize(2 * 3 * 2 * 4);
    Map<String, List<WindowResult>> blocks =
        point.windows().stream()
            .collect(
                Collectors.groupingBy(
                    w -> w.place().fork() + "." + w.place().epoch() + "." + w.place().block()));
    assertThat(blocks).hasSize(2 * 3 * 2);
    assertThat(blocks.values())
        .allSatisfy(
            block -> {
              assertThat(block.stream().map(WindowResult::variant))
                  .containsExactlyInAnyOrder("plain", "control", "tls13", "tls12@bouncycastle");
              assertThat(block.stream().map(window -> window.place().order()))
                  .containsExactly(0, 1, 2, 3);
            });
    assertThat(
            blocks.values().stream()
                .map(block -> block.stream().map(WindowResult::variant).toList())
                .distinct())
        .as("orders are drawn: of 24, twelve times")
        .hasSizeGreaterThan(3);

    assertThat(point.variants())
        .allSatisfy(
            variant -> {
              assertThat(variant.work().operations())
                  .as("in windows and bursts")
                  .isGreaterThan(
                      point.windows().stream()
                          .filter(window -> window.variant().equals(variant.name()))
                          .mapToLong(WindowResult::operations)
                          .sum());
              assertThat(variant.work().errors()).isZero();
              assertThat(variant.latency()).isNotNull();
              assertThat(variant.resources().clientCpuMicrosPerOperation()).isPositive();
              assertThat(variant.resources().serverCpuMicrosPerOperation()).isNotNull();
            });
    assertThat(named(point, "plain").connections().negotiated()).isEmpty();
    assertThat(named(point, "tls13").connections().negotiated().stream().map(Negotiated::protocol))
        .isNotEmpty()
        .containsOnly("TLSv1.3");
    assertThat(named(point, "tls12@bouncycastle").connections().negotiated())
        .isNotEmpty()
        .allSatisfy(
            negotiated -> {
              assertThat(negotiated.protocol()).isEqualTo("TLSv1.2");
              assertThat(negotiated.provider()).isEqualTo("bouncycastle");
            });
    assertThat(named(point, "plain").ratios()).isEmpty();
    assertThat(named(point, "tls13").ratios().keySet())
        .containsExactlyElementsOf(Arrays.stream(Metric.values()).map(Metric::key).toList());
  }

  private static Consumer<String> atSecondJvm(Runnable event) {
    return message -> {
      if (message.startsWith("JVM 2 of")) {
        event.run();
      }
    };
  }

  private static VariantResult named(Point point, String name) {
    return point.variants().stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** {@code SummaryTest} tests an effect of known size. */
  @Test
  @Tag("full")
  void measuresAVariantThatWastesTime() throws IOException {
    Settings settings = settings(1, 1, 3, Duration.ofMillis(20));
    Result result =
        comparison(settings, "plain", "wasteful:tls.enabled=false,tlsbench.waste=1").run("test");

    VariantResult wasteful = named(result.points().get(0), "wasteful");
    assertThat(wasteful.work().operations()).isPositive();
    assertThat(wasteful.work().errors()).isZero();
    assertThat(wasteful.ratios()).containsKeys("typical", "throughput", "mean", "clientCpu");
  }

  @Test
  void measuresNothingIfAVariantDoesNotConnectAsItAsks() throws IOException {
    Settings settings = settings(1, 1, 1, Duration.ofMillis(20));
    assertThatThrownBy(() -> comparison(settings, "plain", "old:tls.protocols=TLSv1.1").run(""))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("old: ");
    assertThatThrownBy(
            () ->
                comparison(
                        settings,
                        "plain",
                        "cbc:tls.cipherSuites=TLS_RSA_WITH_AES_128_CBC_SHA,tls.protocols=TLSv1.2")
                    .run(""))
        .isInstanceOfAny(ConnectFailedException.class, InvalidSettingException.class)
        .hasMessageStartingWith("cbc: ");
  }

  @Test
  @SuppressWarnings("try") // Closed during the run.
  void keepsMeasurementsIfTheServerIsLost(@TempDir Path directory) throws Exception {
    try (EmbeddedMongo other = EmbeddedMongo.builder().allowPlain().start()) {
      Properties properties = properties(other.url());
      new RecordLoader(Binding.of("mongodb-tls"), properties, line -> {}).loadIfEmpty(true);
      Settings settings = settings(1, 2, 4, Duration.ofMillis(20));
      // The server takes its own copy with it.
      Path authority = Path.of(other.url().replaceFirst(".*tlsCAFile=([^&]*).*", "$1"));
      Path copy = Files.copy(authority, directory.resolve("ca.pem"));
      String impatient =
          other
              .url()
              .replace(authority.toString(), copy.toString())
              .replaceFirst("\\?", "?serverSelectionTimeoutMS=3000&");
      Result result =
          comparison(impatient, settings, atSecondJvm(other::close), "plain", "tls13").run("test");
      assertThat(result.run().complete()).isFalse();
      assertThat(result.points().get(0).warnings().get(0)).isInstanceOf(Warning.ServerLost.class);
      assertThat(result.points().get(0).windows().stream().map(window -> window.place().fork()))
          .containsOnly(0)
          .hasSize(4 * 2 * 3);
    }
  }

  @Test
  @Tag("full")
  void writesResultsSoFarWhenItIsStopped() throws Exception {
    Settings settings = settings(1, 50, 3, Duration.ofMillis(20));
    Comparison[] running = new Comparison[1];
    Consumer<String> stopping = atSecondJvm(() -> running[0].stop());
    running[0] = comparison(SERVER.url(), settings, stopping, "plain", "tls13");
    Result result = running[0].run("test");
    assertThat(result.run().complete()).isFalse();
    assertThat(result.points().get(0).warnings()).contains(new Warning.Interrupted());
    assertThat(result.points().get(0).windows()).hasSize(3 * 2 * 3);
  }
}
