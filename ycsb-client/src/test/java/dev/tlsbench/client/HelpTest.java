package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The text of {@code bin/ycsb --help}. */
class HelpTest {
  private final CommandSpec spec = Arguments.parser().getCommandSpec();

  @Test
  void describesOptionsInWholeSentences() {
    assertThat(spec.usageMessage().description()).allMatch(line -> line.endsWith("."));
    assertThat(spec.args())
        .extracting(ArgSpec::description)
        .allSatisfy(lines -> assertThat(String.join(" ", lines)).endsWith("."));
  }

  @Test
  void breaksNoLineOfAnExample() {
    assertThat(Arguments.parser().getUsageMessage().lines()).contains(spec.usageMessage().footer());
  }
}
