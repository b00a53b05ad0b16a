package dev.tlsbench.core.tls;

import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** An {@code SSLContext} that has a socket factory for clients and nothing else. */
final class FactoryContext extends SSLContext {
  FactoryContext(SSLSocketFactory factory) {
    super(new Spi(factory), new NoProvider(), "TLS");
  }

  private static final class NoProvider extends Provider {
    private static final long serialVersionUID = 1L;

    NoProvider() {
      super("tlsbench", "1", "the socket factory of a TlsContext");
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

    /** Does nothing: the context was made ready by {@link TlsContext#open}. */
    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        javax.net.ssl.TrustManager @Nullable [] trust,
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
