package dev.tlsbench.core.tls.provider;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted connection after its handshake.
 *
 * @param applicationProtocol the server's choice by ALPN; empty or {@code null} if it chose nothing
 * @param connection is closed with the stream, and closes the TCP connection too
 */
public record TlsStream(
    InputStream input,
    OutputStream output,
    SSLSession session,
    @Nullable String applicationProtocol,
    Closeable connection)
    implements Closeable {

  public static TlsStream of(SSLSocket socket) throws IOException {
    return new TlsStream(
        socket.getInputStream(),
        socket.getOutputStream(),
        socket.getSession(),
        socket.getApplicationProtocol(),
        socket);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
