package dev.tlsbench.experiment.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Tag("any-jdk")
class ProfileOptionsTest {
  @TempDir private Path directory;

  @Command(name = "predict")
  private static final class Options {
    @Mixin private final ProfileOptions profile = new ProfileOptions();
  }

  private Profile profile(String yaml, Map<String, String> tapped, String... arguments)
      throws IOException {
    Path file = Files.writeString(directory.resolve("shop.yaml"), yaml);
    Options options = new Options();
    new CommandLine(options)
        .parseArgs(
            Stream.concat(Stream.of("--profile", file.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    return options.profile.parse(tapped);
  }

  @Test
  void readsUnits() throws IOException {
    Profile profile =
        profile(
            """
            rate: 20000/s
            request: 300
            reply: 4k
            rtt: 0.4ms
            operations-per-connection: 50
            cpu-per-operation: 120us
            server-cores: 16
            """,
            Map.of());

    assertThat(profile.rate()).isEqualTo(20_000);
    assertThat(profile.rttMicros()).isEqualTo(400);
    assertThat(profile.replyBytes()).isEqualTo(4_096);
    assertThat(profile.serverCpuMicros()).isEqualTo(120);
    assertThat(profile.serverCores()).isEqualTo(16);
    assertThat(profile.latencyMicros()).isNull();
  }

  @Test
  void optionsOverrideTheFileAndTheFileATap() throws IOException {
    Profile profile =
        profile(
            "rate: 20\nreply: 4k",
            Map.of("rate", "1", "reply", "2", "request", "3", "operations-per-connection", "4"),
            "--rate",
            "300",
            "--operations-per-connection",
            "unlimited");

    assertThat(profile.rate()).isEqualTo(300);
    assertThat(profile.replyBytes()).isEqualTo(4_096);
    assertThat(profile.requestBytes()).isEqualTo(3);
    assertThat(profile.operationsPerConnection()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "request: 300|reply: not given",
        "request: 0\\nreply: 1|not between 1 and 2^30",
        "request: 300\\nreply: 4q|'4q' is not a size",
        "request: 1\\nreply: 1\\nrtt: 5|'5' is not a duration",
        "request: 1\\nreply: 1\\nrate: 20000/min|'20000/min' is not a rate",
        "request: 1\\nreply: 1\\nrate: 0|rate: not above 0",
        "request: 1\\nreply: 1\\nresumed: 2|resumed: 2.0 is above 1",
        "request: 1\\nreply: 1\\noperations-per-connection: 0.5|below 1",
        "request: 1\\nreply: 1\\nserver-cores: 1.5|not a whole number",
        "request: 1\\nreply: 1\\nrtt: 2ms\\nlatency: 1ms|shorter than a round trip",
        "request: 1\\nreply: 1\\nshared-cores: 2\\nserver-cores: 4|contradicts cores of one side",
        "requests: 300|there is no key 'requests'; choose from rate, request",
        "request: 1\\nreply: 1\\nrate: [1]|'[1]' is not a rate",
        "[1, 2]|not keys with values",
        "[1, 2|not YAML",
      })
  void refusesContradictionsAndMissingUnits(String yaml, String message) {
    assertThatThrownBy(() -> profile(yaml.replace("\\n", "\n"), Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }
}
