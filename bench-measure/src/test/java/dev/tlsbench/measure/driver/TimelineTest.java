package dev.tlsbench.measure.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private final Timeline timeline = new Timeline();

  @Test
  void partsAreTheWholeToTheNanosecond() {
    timeline.start();
    timeline.end(Part.TCP_CONNECT);
    timeline.end(Part.TLS_HANDSHAKE);
    timeline.read();
    timeline.write();
    timeline.ready();
    timeline.done();

    assertThat(sum()).isEqualTo(nanos(Part.TOTAL).orElseThrow());
    assertThat(present())
        .containsExactly(
            Part.TCP_CONNECT,
            Part.TLS_HANDSHAKE,
            Part.HELLO,
            Part.AUTHENTICATION,
            Part.FIRST_QUERY,
            Part.TOTAL);
  }

  @Test
  void helloEndsWithTheServersLastBytesBeforeTheClientAnswers() throws IOException {
    InputStream in = timeline.watch(new ByteArrayInputStream(new byte[9]));
    OutputStream out = timeline.watch(new ByteArrayOutputStream());
    timeline.start();
    timeline.end(Part.TCP_CONNECT);
    out.write(new byte[] {1, 2});
    assertThat(nanos(Part.HELLO)).isEmpty();
    assertThat(in.readNBytes(4)).hasSize(4);
    assertThat(nanos(Part.HELLO)).isEmpty();
    out.write(3);
    OptionalLong hello = nanos(Part.HELLO);
    assertThat(hello).isPresent();
    assertThat(in.read()).isZero();
    out.write(4);

    assertThat(nanos(Part.HELLO)).isEqualTo(hello);
  }

  @Test
  void helloGoesOnUntilTheConnectionIsReadyIfThereIsNoLogIn() {
    timeline.start();
    timeline.end(Part.TCP_CONNECT);
    timeline.read();
    timeline.ready();
    timeline.write();
    timeline.done();

    assertThat(present())
        .containsExactly(Part.TCP_CONNECT, Part.HELLO, Part.FIRST_QUERY, Part.TOTAL);
    assertThat(sum()).isEqualTo(nanos(Part.TOTAL).orElseThrow());
  }

  @Test
  void aHandshakeAfterTheGreetingIsTakenOutOfIt() {
    timeline.start();
    timeline.end(Part.TCP_CONNECT);
    timeline.endHandshakeAfterGreeting(Duration.ofNanos(1));

    assertThat(nanos(Part.TLS_HANDSHAKE)).hasValue(1);
    assertThat(nanos(Part.HELLO)).isPresent();
  }

  @Test
  void theNextAddressOfAHostStartsAnew() {
    timeline.start();
    timeline.end(Part.TCP_CONNECT);
    timeline.start();

    assertThat(timeline.isOpen()).isFalse();
    assertThat(present()).isEmpty();
  }

  private OptionalLong nanos(Part part) {
    Long found = timeline.end().nanos().get(part.id());
    return found == null ? OptionalLong.empty() : OptionalLong.of(found);
  }

  private List<Part> present() {
    return Arrays.stream(Part.values()).filter(part -> nanos(part).isPresent()).toList();
  }

  private long sum() {
    return Arrays.stream(Part.values())
        .filter(part -> part != Part.TOTAL)
        .mapToLong(part -> nanos(part).orElse(0))
        .sum();
  }
}
