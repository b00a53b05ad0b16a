package dev.tlsbench.core.tls.provider;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.net.ssl.SSLSession;

/** An encrypted connection after its handshake. Closing it closes the TCP connection too. */
public interface TlsStream extends Closeable {
  InputStream input() throws IOException;

  OutputStream output() throws IOException;

  SSLSession session();
}
