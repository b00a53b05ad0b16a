package dev.tlsbench.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server on TCP that does whatever a test wants with the connections it accepts. */
final class RawServer implements AutoCloseable {
  /** The behaviour towards one connection, which is closed when this returns. */
  interface Behaviour {
    void meet(Socket client) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Thread thread;

  private RawServer(ServerSocket listener, Behaviour behaviour) {
    this.listener = listener;
    this.thread = new Thread(() -> serve(behaviour), "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  static RawServer start(Behaviour behaviour) throws IOException {
    return new RawServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void serve(Behaviour behaviour) {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept()) {
        client.setTcpNoDelay(true);
        behaviour.meet(client);
      } catch (IOException e) {
        // The client is gone; so be it.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    thread.interrupt();
  }
}
