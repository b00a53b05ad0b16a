package dev.tlsbench.relay;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Observes all connections of a relay, from several threads. */
interface Watcher {
  /** Creates the view of a connection whose client was accepted. */
  View opened(InetSocketAddress client);

  /** Observes one connection, from several threads; the methods must neither throw nor block. */
  interface View {
    /** Called when the server was reached. */
    default void connected() {}

    /** Called if the server was not reached; the end follows. */
    default void failed(Exception reason) {}

    /** Called with bytes of the client before they are forwarded; they must not be changed. */
    default void fromClient(ByteBuffer bytes) {}

    /** Called with bytes of the server before they are forwarded; they must not be changed. */
    default void fromServer(ByteBuffer bytes) {}

    /** Called at the end of the connection. */
    default void closed() {}
  }

  /** A view that ignores everything. */
  View BLIND = new View() {};
}
