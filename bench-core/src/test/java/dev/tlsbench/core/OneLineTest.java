package dev.tlsbench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void putsASpaceInThePlaceOfLineBreaks() {
    assertThat(OneLine.of("\r\nfirst\n  second \r\n\r\nthird\u2028fourth\u0085 "))
        .isEqualTo("first second third fourth");
  }

  @Test
  void leavesNothingThatATerminalObeys() {
    assertThat(OneLine.of("a\u001b]0;owned\u0007b\u009b2Jc\u0000d\u202ee\u007ff"))
        .isEqualTo("a ]0;owned b 2Jc d e f");
  }

  @Test
  void leavesNoHalfOfASurrogatePair() {
    assertThat(OneLine.of("a\ud83db 😀")).isEqualTo("a b 😀");
  }

  @Test
  void leavesOrdinaryTextAlone() {
    String text = "  no:  \tsuch table 'é–x'  ";
    assertThat(OneLine.of(text)).isEqualTo(text);
  }

  @Test
  void isWhatExceptionsSay() {
    assertThat(new InvalidSettingException("x\u001b[1m:\ny")).hasMessage("x [1m: y");
    assertThat(new InvalidSettingException("x\u0007y", new IOException())).hasMessage("x y");
    assertThat(new ConnectFailedException("x\u001b[1m:\ny")).hasMessage("x [1m: y");
    assertThat(new ConnectFailedException("x\u0007y", new IOException())).hasMessage("x y");
  }
}
