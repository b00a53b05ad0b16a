package dev.tlsbench.core.socket;

import java.net.Socket;
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

/**
 * An {@code SSLContext} with nothing but a socket factory for clients, for drivers that take their
 * sockets from a context. Safe to share between threads.
 */
public final class FactoryContext extends SSLContext {
  public FactoryContext(SSLSocketFactory factory) {
    super(new Spi(factory), new NoProvider(), "TLS");
  }

  /** Creates a context for sockets that are not connected. */
  public FactoryContext(Supplier<? extends Socket> sockets) {
    this(new TlsSocketFactory(sockets));
  }

  private static final class NoProvider extends Provider {
    private static final long serialVersionUID = 1L;

    NoProvider() {
      super("tlsbench", "1", "a socket factory for clients");
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

    /** Does nothing: the socket factory is ready. */
    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trust,
        @Nullable SecureRandom random) {}

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw clientsOnly();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw clientsOnly();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw clientsOnly();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw clientsOnly();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw clientsOnly();
    }

    private static UnsupportedOperationException clientsOnly() {
      return new UnsupportedOperationException(
          "this context makes sockets of clients; for engines use TlsContext.engine(host, port)");
    }
  }
}
