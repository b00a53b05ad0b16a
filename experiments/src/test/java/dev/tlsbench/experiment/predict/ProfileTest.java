package dev.tlsbench.experiment.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class ProfileTest {
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  private Path directory;

  private Profile profile(String yaml) throws IOException {
    return TypedProfile.read(Files.writeString(directory.resolve("shop.yaml"), yaml)).parse();
  }

  @Test
  void readsUnitsAndKindsOfOperations() throws IOException {
    Profile profile =
        profile(
            """
            rate: 20000/s
            rtt: 0.4ms
            operations-per-connection: 50
            cores: {server: 16}
            operations:
              - {name: find, share: 0.9, request: 300, reply: 4k, cpu-per-operation: 120us}
              - {name: save, share: 0.1, request: 6k, reply: 100, cpu-per-operation: 0.4ms}
            """);

    assertThat(profile.rate()).isEqualTo(20_000);
    assertThat(profile.rttMicros()).isEqualTo(400);
    assertThat(profile.operations().get(0).replyBytes()).isEqualTo(4_096);
    assertThat(profile.mean(Profile.Operation::serverCpuMicros)).isEqualTo(148);
    assertThat(profile.mean(Profile.Operation::latencyMicros)).isNull();
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
        "request: 1\\nreply: 1\\nresumed: 2|resumed: 2.0 is not between 0 and 1",
        "request: 1\\nreply: 1\\noperations-per-connection: 0.5|below 1",
        "request: 1\\nreply: 1\\nthreads: 1.5|not a whole number",
        "request: 1\\nreply: 1\\nrate: 5/s\\nthreads: 2|give one of them",
        "request: 1\\nreply: 1\\nrtt: 2ms\\nlatency: 1ms|shorter than a round trip",
        "request: 1\\nreply: 1\\ncores: {shared: 2, server: 4}|contradict each other",
        "request: 1\\nreply: 1\\nrate: 20000/s\\ncpu-per-operation: 1ms\\ncores: {server: 16}|take 20.0 cores",
        "request: 1\\noperations: [{request: 1, reply: 1}]|omit them outside",
        "operations: [{share: 0.5, request: 1, reply: 1}]|add up to 0.5",
        "operations: []|name at least one",
        "requests: 300|there is no key 'requests'; choose from rate, request",
        "operations: [{size: 3}]|operations: there is no key 'size'",
        "cores: 5|cores: not keys with values",
        "request: 1\\nreply: 1\\nrate: [1]|'[1]' is not a rate",
        "[1, 2|line",
      })
  void refusesContradictionsAndMissingUnits(String yaml, String message) {
    assertThatThrownBy(() -> profile(yaml.replace("\\n", "\n")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }
}
