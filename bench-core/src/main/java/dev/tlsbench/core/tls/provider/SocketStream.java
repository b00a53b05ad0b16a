package dev.tlsbench.core.tls.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** An encrypted socket of the JDK's API as a stream. */
public record SocketStream(SSLSocket socket) implements TlsStream {
  @Override
  public InputStream input() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public OutputStream output() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public SSLSession session() {
    return socket.getSession();
  }

  @Override
  public @Nullable String applicationProtocol() {
    return socket.getApplicationProtocol();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
