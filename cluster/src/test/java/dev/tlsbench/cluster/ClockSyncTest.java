package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.cluster.ClockSync.Difference;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Clocks that go wrong by a known time. */
class ClockSyncTest {
  @Test
  void findsHowMuchAnotherClockIsAhead() throws IOException {
    long ahead = TimeUnit.SECONDS.toNanos(3);
    try (ClockSync.Server server = new ClockSync.Server(() -> ClockSync.now() + ahead)) {
      ClockSync.Difference found = ClockSync.compare(server.address("127.0.0.1"));

      assertThat(found.errorNanos()).isPositive();
      assertThat(Math.abs(found.offsetNanos() - ahead)).isLessThanOrEqualTo(found.errorNanos());
    }
  }

  @Test
  void findsHowMuchAnotherClockIsBehind() throws IOException {
    long behind = TimeUnit.MILLISECONDS.toNanos(70);
    try (ClockSync.Server server = new ClockSync.Server(() -> ClockSync.now() - behind)) {
      ClockSync.Difference found = ClockSync.compare(server.address("127.0.0.1"));

      assertThat(Math.abs(found.offsetNanos() + behind)).isLessThanOrEqualTo(found.errorNanos());
    }
  }

  @Test
  void errorOfACorrectionIncludesTheDriftSince() {
    Difference atStart = new Difference(1000, 20);

    assertThat(atStart.errorUntil(atStart)).isEqualTo(20);
    assertThat(atStart.errorUntil(new Difference(1001, 10))).isEqualTo(20);
    assertThat(atStart.errorUntil(new Difference(1300, 10))).isEqualTo(290);
    assertThat(atStart.errorUntil(new Difference(700, 10))).isEqualTo(290);
  }

  @Test
  void tellsTheTimeToTasksOfItsJobAlone() throws IOException {
    try (ClockSync.Server server = new ClockSync.Server(ClockSync::now)) {
      String address = server.address("127.0.0.1");
      String stranger = address.substring(0, address.lastIndexOf(' ') + 1) + "1";

      assertThatThrownBy(() -> ClockSync.compare(stranger)).isInstanceOf(IOException.class);
      assertThat(ClockSync.compare(address).errorNanos()).isPositive();
    }
  }
}
