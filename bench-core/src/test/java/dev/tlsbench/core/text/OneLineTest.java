package dev.tlsbench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void putsASpaceInThePlaceOfLineBreaks() {
    assertThat(OneLine.of("\r\nfirst\n  second \r\n\r\nthird\u2028fourth\u0085 "))
        .isEqualTo("first second third fourth");
  }

  @Test
  void escapesWhatATerminalObeys() {
    assertThat(OneLine.of("a\u001b]0;owned\u0007b\u009b2Jc\u0000d\u202ee\u007ff"))
        .isEqualTo("a\\u001b]0;owned\\u0007b\\u009b2Jc\\u0000d\\u202ee\\u007ff");
    assertThat(OneLine.of("a\u200b\ufeff\u2066\u061c\uffff"))
        .isEqualTo("a\\u200b\\ufeff\\u2066\\u061c\\uffff");
    assertThat(OneLine.of("tag \udb40\udc41")).isEqualTo("tag \\udb40\\udc41");
  }

  @Test
  void escapesHalvesOfSurrogatePairs() {
    assertThat(OneLine.of("a\ud83db 😀")).isEqualTo("a\\ud83db 😀");
  }

  @Test
  void escapesTheLineBreaksOfAValue() {
    assertThat(OneLine.escape("CN=a\r\n b\t\u2028\u0085c"))
        .isEqualTo("CN=a\\u000d\\u000a b\\u0009\\u2028\\u0085c");
    assertThat(OneLine.escape(" é–x 😀 ")).isEqualTo(" é–x 😀 ");
  }

  @Test
  void hasOneLineForEachMessageOfAStackTrace() {
    Exception cause = new IOException("x\n\tat evil.Frame(Line.java:1)\nCaused by: \u001b[2J");
    Exception failure = new IllegalStateException("left\nright", cause);
    failure.addSuppressed(cause);
    cause.addSuppressed(failure);

    List<String> trace = OneLine.trace(failure, text -> text.replace("left\nright", "-"));

    assertThat(trace)
        .startsWith("java.lang.IllegalStateException: -")
        .containsOnlyOnce(
            "Suppressed: java.io.IOException: x at evil.Frame(Line.java:1) Caused by: \\u001b[2J")
        .anyMatch(line -> line.matches("\t\\.\\.\\. \\d+ more"))
        .noneMatch(line -> line.startsWith("\tat evil"))
        .contains("\tat " + failure.getStackTrace()[0]);
  }

  @Test
  void leavesOrdinaryTextAlone() {
    String text = "  no:  \tsuch table 'é–x'  ";
    assertThat(OneLine.of(text)).isEqualTo(text);
  }

  @Test
  void isWhatExceptionsSay() {
    assertThat(new InvalidSettingException("x\u001b[1m:\ny")).hasMessage("x\\u001b[1m: y");
    assertThat(new InvalidSettingException("x\u0007y", new IOException())).hasMessage("x\\u0007y");
    assertThat(new ConnectFailedException("x\u001b[1m:\ny")).hasMessage("x\\u001b[1m: y");
    assertThat(new ConnectFailedException("x\u0007y", new IOException())).hasMessage("x\\u0007y");
  }
}
