package dev.tlsbench.core.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.database.Preamble.ProtocolException;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresPreambleTest {
  private static final String SSL_REQUEST = "0000000804d2162f";
  private static final String GSS_REQUEST = "0000000804d21630";
  private static final String START_UP = "0000000900030000";

  private static void startTls(String answer, ByteArrayOutputStream out) throws IOException {
    new PostgresPreamble()
        .startTls(new ByteArrayInputStream(answer.getBytes(StandardCharsets.US_ASCII)), out);
  }

  @Test
  void asksForTlsAndSendsNothingElse() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    startTls("S", out);

    assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(SSL_REQUEST);
  }

  @ParameterizedTest
  @CsvSource({
    "N, offers no TLS",
    "Esecret words of anybody, answers the request for TLS with an error; see its log",
    "'Sanything', sent unencrypted bytes behind its consent to TLS",
    "X, does not speak PostgreSQL's protocol",
    "'', closed the connection instead of answering"
  })
  void refusesEveryOtherAnswer(String answer, String message) {
    assertThatThrownBy(() -> startTls(answer, new ByteArrayOutputStream()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret words");
  }

  private static State last(Recognizer recognizer, boolean client, String hex) {
    List<State> states = new ArrayList<>();
    for (byte next : HexFormat.of().parseHex(hex)) {
      states.add(client ? recognizer.fromClient(next) : recognizer.fromServer(next));
    }
    assertThat(states.subList(0, states.size() - 1)).allMatch(State.MORE::equals);
    return states.get(states.size() - 1);
  }

  @Test
  void recognizesTlsPlainTextAndOthers() {
    Recognizer tls = new PostgresPreamble().recognizer();
    assertThat(last(tls, true, SSL_REQUEST)).isEqualTo(State.MORE);
    assertThat(last(tls, false, "53")).isEqualTo(State.TLS);

    Recognizer refused = new PostgresPreamble().recognizer();
    assertThat(last(refused, true, GSS_REQUEST)).isEqualTo(State.MORE);
    assertThat(last(refused, false, "4e")).isEqualTo(State.MORE);
    assertThat(last(refused, true, SSL_REQUEST)).isEqualTo(State.MORE);
    assertThat(last(refused, false, "4e")).isEqualTo(State.MORE);
    assertThat(last(refused, true, START_UP)).isEqualTo(State.PLAIN);

    assertThat(new PostgresPreamble().recognizer().fromServer((byte) 'S')).isEqualTo(State.OTHER);
    assertThat(new PostgresPreamble().recognizer().fromClient((byte) 0x16)).isEqualTo(State.OTHER);
    assertThat(last(new PostgresPreamble().recognizer(), true, "0000000900990000"))
        .isEqualTo(State.OTHER);
  }
}
