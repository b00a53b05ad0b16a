package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a client's connections: of a {@link TlsContext}, or with {@code
 * tls.provider=driver} the driver's own, as an application has them that gives it an {@code
 * SSLContext}. The context's ledger records both.
 */
final class TlsEngines implements SslEngineFactory {
  private final TlsContext context;
  private final @Nullable SslEngineFactory driver;

  TlsEngines(TlsContext context) {
    this.context = context;
    TlsSettings settings = context.settings();
    this.driver =
        settings.byDriver()
            ? new ProgrammaticSslEngineFactory(
                context.driverStores().context(), null, !settings.trust().allowInvalidHostnames())
            : null;
  }

  @Override
  public SSLEngine newSslEngine(EndPoint endPoint) {
    HostAddress server = ServerEndPoint.server(endPoint);
    return driver == null
        ? context.engine(server.host(), server.port())
        : TlsEngine.ofDriver(
            context,
            server.host(),
            server.port(),
            driver.newSslEngine(new ServerEndPoint(server, Dialer.DIRECT, 0)));
  }

  @Override
  public void close() {}
}
