package dev.tlsbench.measure.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchedSocketTest {
  @Test
  void closesAfterTheServer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CountDownLatch closed = new CountDownLatch(1);
      CompletableFuture<Boolean> clientWasFirst =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket accepted = server.accept()) {
                  assertEquals(-1, accepted.getInputStream().read());
                  return closed.await(50, TimeUnit.MILLISECONDS);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      Socket client = new WatchedSocket();
      client.connect(server.getLocalSocketAddress());
      client.close();
      closed.countDown();
      assertFalse(clientWasFirst.get(), "the server was still at work");
    }
  }

  @Test
  void closesWithoutAConnection() throws Exception {
    Socket client = new WatchedSocket();
    client.close();
    assertTrue(client.isClosed());
  }
}
