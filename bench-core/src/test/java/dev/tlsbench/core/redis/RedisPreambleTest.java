package dev.tlsbench.core.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.database.Preamble.ProtocolException;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisPreambleTest {
  private static String exchange(String answer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new RedisDatabase()
        .preamble()
        .exchange(new ByteArrayInputStream(answer.getBytes(StandardCharsets.ISO_8859_1)), out);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+PONG\r\n",
        "-NOAUTH Authentication required.\r\n",
        "-NOPERM this user has no permissions to run the 'ping' command\r\n",
        "-DENIED Redis is running in protected mode\r\n",
        "-ERR max number of clients reached\r\n"
      })
  void pingsAndTakesTheAnswerOrAnError(String answer) throws IOException {
    assertThat(exchange(answer)).isEqualTo("*1\r\n$4\r\nPING\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 400 Bad Request", "+OK POP3 ready", "SSH-2.0-x", "-\0\1\2\3\4\5\6"})
  void refusesAnswersOfOtherProtocols(String answer) {
    assertThatThrownBy(() -> exchange(answer))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("the answer is not one of Redis's protocol");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "+PONG"})
  void refusesAnswersThatAreCutOff(String answer) {
    assertThatThrownBy(() -> exchange(answer)).isInstanceOf(EOFException.class);
  }

  private static State last(String text) {
    Recognizer recognizer = new RedisDatabase().preamble().recognizer();
    State state = State.MORE;
    for (byte next : text.getBytes(StandardCharsets.ISO_8859_1)) {
      assertThat(state).isEqualTo(State.MORE);
      state = recognizer.fromClient(next);
    }
    return state;
  }

  @Test
  void recognizesTheFirstCommandOfAClient() {
    assertThat(last("*1\r\n$4\r")).isEqualTo(State.PLAIN);
    assertThat(last("*2\r\n$5\r")).isEqualTo(State.PLAIN);
    assertThat(last("*12\r\n$4")).isEqualTo(State.PLAIN);
    assertThat(last("*4\r\n$10")).isEqualTo(State.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / H", "\u0016\u0003\u0001\u0001\0\u0001\0", "*0\r\n$4\r", "*1\n$4\r\n"})
  void recognizesNothingElse(String text) {
    assertThat(last(text)).isEqualTo(State.OTHER);
  }
}
