package dev.tlsbench.core.tls.provider;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** An encrypted connection after its handshake. Closing it closes the TCP connection too. */
public interface TlsStream extends Closeable {
  InputStream input() throws IOException;

  OutputStream output() throws IOException;

  SSLSession session();

  /** Returns the server's choice by ALPN; empty or {@code null} if it chose nothing. */
  @Nullable String applicationProtocol();
}
