package dev.tlsbench.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Ports at which nobody listens, and which no other test gets while this JVM lives. */
public final class ClosedPort {
  /** Bound, so that the ports stay taken, and never listening. */
  private static final List<Socket> HOLDERS = new ArrayList<>();

  private ClosedPort() {}

  /** Returns another port of 127.0.0.1 at each call; a connection to it is refused. */
  public static synchronized int next() {
    Socket holder = new Socket();
    try {
      holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    HOLDERS.add(holder);
    return holder.getLocalPort();
  }
}
