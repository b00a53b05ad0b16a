package dev.tlsbench.experiment.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** The {@code SSLContext} through which the MongoDB driver asks for its sockets. */
final class SocketContext extends SSLContext {
  /**
   * Makes a context.
   *
   * @param sockets makes a socket that is not connected, on the thread that will connect it
   */
  SocketContext(Supplier<Socket> sockets) {
    super(new Spi(new Factory(sockets)), new NoProvider(), "TLS");
  }

  private static final class NoProvider extends Provider {
    private static final long serialVersionUID = 1L;

    NoProvider() {
      super("tlsbench-connect", "1", "sockets that are timed");
    }
  }

  private static final class Factory extends SSLSocketFactory {
    private final Supplier<Socket> sockets;

    Factory(Supplier<Socket> sockets) {
      this.sockets = sockets;
    }

    @Override
    public Socket createSocket() {
      return sockets.get();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(Socket proxy, String host, int port, boolean autoClose)
        throws IOException {
      throw new SocketException("a connection through a proxy cannot be timed; connect directly");
    }

    private Socket connected(InetSocketAddress address) throws IOException {
      Socket socket = sockets.get();
      socket.connect(address);
      return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return new String[0];
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return new String[0];
    }
  }

  private static final class Spi extends SSLContextSpi {
    private final SSLSocketFactory factory;

    Spi(SSLSocketFactory factory) {
      this.factory = factory;
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return factory;
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trust,
        @Nullable SecureRandom random) {}

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw socketsOnly();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw socketsOnly();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw socketsOnly();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw socketsOnly();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw socketsOnly();
    }

    private static UnsupportedOperationException socketsOnly() {
      return new UnsupportedOperationException("this context makes sockets of clients only");
    }
  }
}
