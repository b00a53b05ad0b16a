package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {
  private final Path directory;

  EnvironmentTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void tellsWhatTheRunWasMadeWithAndNotWhoseMachineItIs() throws IOException {
    Report.write(Sample.quick(directory, true), OpenSsl.none(), directory);

    String json = Files.readString(directory.resolve("environment.json"));
    JsonNode tree = new ObjectMapper().readTree(json);
    assertThat(tree.at("/run/set").asText()).isEqualTo("quick");
    assertThat(tree.at("/run/seed").asLong()).isEqualTo(42);
    assertThat(tree.at("/run/started").asText()).isEqualTo("2026-11-21T06:15:10.123Z");
    assertThat(tree.at("/run/commit").isMissingNode()).isTrue();
    assertThat(tree.at("/machine/cores").asInt()).isPositive();
    assertThat(tree.at("/jdk/version").asText()).isEqualTo("17.0.21");
    assertThat(tree.at("/jdk/flagsOfForks").toString()).contains("-XX:+UseSerialGC");
    assertThat(tree.at("/versions/netty-tcnative").asText()).startsWith("2.");
    assertThat(tree.at("/versions/openssl").isMissingNode()).isTrue();
    assertThat(json).doesNotContain("joe").doesNotContain("/usr/lib");
  }

  @ParameterizedTest
  @CsvSource({
    "-Dx=/home/joe/a.props, -Dx=…/a.props",
    "-cp /home/joe/a.jar:/opt/b.jar, -cp …/a.jar:…/b.jar",
    "--out ~/results, --out …/results",
    "-Dx=C:\\Users\\joe\\a.props, -Dx=…/a.props",
    "java -jar jmh-suite/target/benchmarks.jar, java -jar jmh-suite/target/benchmarks.jar",
    "../results, ../results",
    "-XX:+UseSerialGC, -XX:+UseSerialGC",
    "mvn -pl jmh-suite exec:exec, mvn -pl jmh-suite exec:exec"
  })
  void leavesOnlyTheLastNameOfAnAbsolutePath(String text, String without) {
    assertThat(Environment.withoutPaths(text)).isEqualTo(without);
  }

  @Test
  void readsTheMachineOfAnotherRoot() throws IOException {
    Files.createDirectories(directory.resolve("proc"));
    Files.createDirectories(directory.resolve("etc"));
    Path frequency = directory.resolve("sys/devices/system/cpu/cpu0/cpufreq");
    Files.createDirectories(frequency);
    Files.writeString(
        directory.resolve("proc/cpuinfo"), "processor\t: 0\nmodel name\t: Deep Thought 7.5\n");
    Files.writeString(directory.resolve("proc/loadavg"), "0.10 0.20 0.30 1/234 5678\n");
    Files.writeString(directory.resolve("etc/os-release"), "NAME=x\nPRETTY_NAME=\"Some Linux\"\n");
    Files.writeString(frequency.resolve("scaling_governor"), "performance\n");

    Machine machine = Machine.read(directory);

    assertThat(machine.cpu()).isEqualTo("Deep Thought 7.5");
    assertThat(machine.load()).isEqualTo("0.10 0.20 0.30");
    assertThat(machine.operatingSystem()).isEqualTo("Some Linux");
    assertThat(machine.governor()).isEqualTo("performance");
    assertThat(Machine.read(directory.resolve("empty")).governor()).isNull();
  }

  @Test
  void takesNoCommitOfAnotherProject() throws IOException {
    Subprocess.run(Duration.ofSeconds(20), List.of("git", "init", "-q", directory.toString()));

    assertThat(Checkout.commit(directory)).isEmpty();
  }
}
