package dev.tlsbench.experiment.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Profile;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Tag("any-jdk")
class ProfileOptionsTest {
  @Command(name = "predict")
  private static final class Options {
    @Mixin private final ProfileOptions profile = new ProfileOptions();
  }

  private static Profile profile(String line, Map<String, String> tapped) {
    Options options = new Options();
    new CommandLine(options).parseArgs(line.split(" "));
    return options.profile.parse(tapped);
  }

  @Test
  void readsUnits() {
    Profile profile =
        profile(
            "--rate 20000/s --request 300 --reply 4k --rtt 0.4ms --operations-per-connection 50"
                + " --cpu-per-operation 120us --server-cores 16",
            Map.of());

    assertThat(profile.rate()).isEqualTo(20_000);
    assertThat(profile.rttMicros()).isEqualTo(400);
    assertThat(profile.replyBytes()).isEqualTo(4_096);
    assertThat(profile.serverCpuMicros()).isEqualTo(120);
    assertThat(profile.serverCores()).isEqualTo(16);
    assertThat(profile.latencyMicros()).isNull();
  }

  @Test
  void optionsOverrideATap() {
    Profile profile =
        profile(
            "--rate 300 --reply 4k --operations-per-connection unlimited",
            Map.of("rate", "1", "reply", "2", "request", "3", "operations-per-connection", "4"));

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
        "--request 300|reply: not given",
        "--request 0 --reply 1|not between 1 and 2^30",
        "--request 300 --reply 4q|'4q' is not a size",
        "--request 1 --reply 1 --rtt 5|'5' is not a duration",
        "--request 1 --reply 1 --rate 20000/min|'20000/min' is not a rate",
        "--request 1 --reply 1 --rate 0|rate: not above 0",
        "--request 1 --reply 1 --resumed 2|resumed: 2.0 is above 1",
        "--request 1 --reply 1 --operations-per-connection 0.5|below 1",
        "--request 1 --reply 1 --server-cores 1.5|not a whole number",
        "--request 1 --reply 1 --rtt 2ms --latency 1ms|shorter than a round trip",
        "--request 1 --reply 1 --shared-cores 2 --server-cores 4|contradicts cores of one side",
      })
  void refusesContradictionsAndMissingUnits(String line, String message) {
    assertThatThrownBy(() -> profile(line, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }
}
