package dev.tlsbench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;

class ConnectFailedExceptionTest {
  @SuppressWarnings("AddressSelection") // an address, which is not looked up
  private static final InetSocketAddress SERVER = new InetSocketAddress("::1", 3306);

  private static String line(Exception failure) {
    return String.valueOf(ConnectFailedException.ofTcp(SERVER, failure).getMessage());
  }

  /** The kernel's own limit and Netty's have the class of a refused connection. */
  @Test
  void doesNotTakeATimeoutForARefusal() {
    for (Exception timeout :
        new Exception[] {
          new SocketTimeoutException("Connect timed out"),
          new ConnectException("Connection timed out"),
          new ConnectException("connection timed out after 5000 ms: /192.0.2.1:3306")
        }) {
      assertThat(line(timeout)).contains("no answer to the TCP connect in time");
    }
    assertThat(line(new ConnectException("Connection refused"))).contains("connection refused");
    assertThat(line(new NoRouteToHostException("No route to host"))).contains("no route");
  }

  @Test
  void namesTheLimitOfOpenFiles() {
    assertThat(line(new SocketException("Too many open files"))).contains("ulimit -n");
  }

  @Test
  void namesAHostThatCannotBeResolvedAndBracketsIpv6() {
    assertThat(line(new UnknownHostException("db"))).contains("cannot be resolved");
    assertThat(line(new UnresolvedAddressException()))
        .isEqualTo("[0:0:0:0:0:0:0:1]:3306: this host name cannot be resolved; check its spelling");
  }
}
