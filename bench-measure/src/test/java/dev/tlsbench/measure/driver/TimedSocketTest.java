package dev.tlsbench.measure.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimedSocketTest {
  @Test
  void waitsForNoAnswerForEver() throws IOException {
    try (Route route = new Route(Duration.ZERO);
        TimedSocket socket = new TimedSocket(null, route)) {
      socket.setSoTimeout(0);

      assertThat(socket.getSoTimeout()).isEqualTo(60_000);
    }
  }

  @Test
  void waitsForAsLongAsTheUrlSays() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Route route = new Route(Duration.ZERO);
        TimedSocket socket = new TimedSocket(null, route)) {
      socket.setSoTimeout(1);
      socket.connect(silent.getLocalSocketAddress(), 10_000);

      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }
}
