package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Text as a JVM has it whose locale is not that of the shell. */
class UndecodableTextTest {
  @Test
  void areRefusedWithoutTheValue() {
    assertThatThrownBy(
            () -> UndecodableText.refuse(Map.of(), "run", "-p", "mysql.password=s3\uFFFDcret"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("argument 3: the locale does not have all of its letters; set LC_ALL=C.UTF-8");
    assertThatThrownBy(
            () ->
                UndecodableText.refuse(Map.of("TLSBENCH_P_MYSQL_PASSWORD", "s3\uFFFDcret"), "run"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("TLSBENCH_P_MYSQL_PASSWORD: the locale")
        .hasMessageNotContaining("s3");
  }

  @Test
  void mayBeInOtherVariablesAndOtherLettersInArguments() {
    UndecodableText.refuse(Map.of("NAME", "\uFFFD"), "p\u00e4ssword", "\uD83D\uDE00");
  }
}
