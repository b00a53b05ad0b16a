package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.driver.EngineView;
import dev.tlsbench.core.tls.DriverStores;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsSettings;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a client's connections: of a {@link TlsContext}, or with {@code
 * tls.provider=driver} the driver's own, as an application has them that gives it an {@code
 * SSLContext}. The context's ledger records both.
 */
final class TlsEngines implements SslEngineFactory {
  /** Less than Netty's own limit of 10 s, which cannot be changed and has no message of its own. */
  private static final long LONGEST_MILLIS = 9_900;

  private final TlsContext context;
  private final @Nullable SslEngineFactory driver;
  private final Consumer<HostAddress> late;

  /**
   * @param context the client's context
   * @param late called with the server whose handshake takes longer than the settings allow
   */
  TlsEngines(TlsContext context, Consumer<HostAddress> late) {
    this.context = context;
    this.late = late;
    TlsSettings settings = context.settings();
    this.driver =
        settings.byDriver()
            ? new ProgrammaticSslEngineFactory(
                DriverStores.of(settings).context(settings.allowInvalidCertificates()),
                null,
                !settings.allowInvalidHostnames())
            : null;
  }

  @Override
  public SSLEngine newSslEngine(EndPoint endPoint) {
    HostAddress server = ServerEndPoint.server(endPoint);
    TlsEngine engine =
        driver == null
            ? context.engine(server.host(), server.port())
            : TlsEngine.ofDriver(
                context,
                server.host(),
                server.port(),
                driver.newSslEngine(new ServerEndPoint(server, Dialer.DIRECT, 0)));
    return new Limited(engine, server);
  }

  @Override
  public void close() {}

  /** Reports a handshake that takes too long. */
  private final class Limited extends EngineView {
    private final HostAddress server;
    private final CompletableFuture<Boolean> handshake = new CompletableFuture<>();
    private boolean begun;

    Limited(SSLEngine engine, HostAddress server) {
      super(engine);
      this.server = server;
    }

    private void begin() {
      if (begun) {
        return;
      }
      begun = true;
      long millis = Math.min(context.settings().handshakeTimeout().toMillis(), LONGEST_MILLIS);
      CompletableFuture<Boolean> unused =
          handshake
              .orTimeout(millis, TimeUnit.MILLISECONDS)
              .whenComplete(
                  (over, timeout) -> {
                    if (timeout != null) {
                      late.accept(server);
                    }
                  });
    }

    @Override
    public void beginHandshake() throws SSLException {
      begin();
      super.beginHandshake();
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
        throws SSLException {
      begin();
      return checked(super.wrap(from, offset, length, to));
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
        throws SSLException {
      begin();
      return checked(super.unwrap(from, to, offset, length));
    }

    private SSLEngineResult checked(SSLEngineResult result) {
      if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
        handshake.complete(true);
      }
      return result;
    }

    /** Ends the watch over a handshake that has failed. */
    @Override
    public void closeOutbound() {
      handshake.complete(false);
      super.closeOutbound();
    }
  }
}
