package dev.tlsbench.embedded.relay;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Sees all connections of a relay. For several threads. */
interface Watcher {
  /** Makes the view of a connection whose client was accepted. */
  View opened(InetSocketAddress client);

  /** Sees one connection. For several threads; the methods must neither throw nor wait. */
  interface View {
    /** Sees that the server was reached. */
    void connected();

    /** Sees why the server was not reached; the end follows. */
    void failed(Exception reason);

    /** Sees bytes of the client before they are forwarded; they must not be changed. */
    void fromClient(ByteBuffer bytes);

    /** Sees bytes of the server before they are forwarded; they must not be changed. */
    void fromServer(ByteBuffer bytes);

    /** Sees the end of the connection. */
    void closed();
  }

  /** Sees nothing. */
  View BLIND =
      new View() {
        @Override
        public void connected() {}

        @Override
        public void failed(Exception reason) {}

        @Override
        public void fromClient(ByteBuffer bytes) {}

        @Override
        public void fromServer(ByteBuffer bytes) {}

        @Override
        public void closed() {}
      };
}
