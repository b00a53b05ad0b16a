package dev.tlsbench.core.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.database.Preamble.ProtocolException;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraPreambleTest {
  private static final String OPTIONS = "040000000500000000";

  private static ByteArrayOutputStream exchange(String answer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CassandraPreamble.create()
        .exchange(new ByteArrayInputStream(HexFormat.of().parseHex(answer)), out);
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"840000000600000002abcd", "8300000000000000020102"})
  void asksForTheOptionsAndTakesThemOrAnError(String answer) throws IOException {
    assertThat(HexFormat.of().formatHex(exchange(answer).toByteArray())).isEqualTo(OPTIONS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "485454502f312e3120343030", // HTTP/1.1 400
        "840000000200000000", // READY
        "040000000600000000", // of a client
        "84000000067fffffff",
        "8400000006ffffffff"
      })
  void refusesAnswersOfOtherProtocols(String answer) {
    assertThatThrownBy(() -> exchange(answer))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("the answer is not one of CQL's protocol");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "84000000", "840000000600000003abcd"})
  void refusesAnswersThatAreCutOff(String answer) {
    assertThatThrownBy(() -> exchange(answer)).isInstanceOf(EOFException.class);
  }

  private static List<State> read(Recognizer recognizer, String hex) {
    List<State> states = new ArrayList<>();
    for (byte next : HexFormat.of().parseHex(hex)) {
      states.add(recognizer.fromClient(next));
    }
    return states;
  }

  private static State last(String hex) {
    List<State> states = read(CassandraPreamble.create().recognizer(), hex);
    assertThat(states.subList(0, states.size() - 1)).allMatch(State.MORE::equals);
    return states.get(states.size() - 1);
  }

  @Test
  void recognizesTheFirstMessageOfAClient() {
    assertThat(last(OPTIONS)).isEqualTo(State.PLAIN);
    assertThat(last("050000000100000016")).isEqualTo(State.PLAIN);
    assertThat(last("061000000500000000")).isEqualTo(State.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "840000000500000000", // a response
        "070000000500000000", // an unknown version
        "040000000700000000", // QUERY
        "040000000500000001", // OPTIONS have no body
        "0400000001000f0000", // a STARTUP of a megabyte
        "040200000500000000", // traced
        "160303010001000001" // TLS
      })
  void recognizesNothingElse(String hex) {
    assertThat(last(hex)).isEqualTo(State.OTHER);
  }
}
