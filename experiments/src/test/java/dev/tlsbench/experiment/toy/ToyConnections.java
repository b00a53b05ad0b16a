package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Opens a connection at each call of {@link #driver}, which returns a {@link Client}. */
final class ToyConnections implements Connections {
  private final HostAddress host;
  private final Dialer dialer;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;

  ToyConnections(HostAddress host, TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    this.host = host;
    this.dialer = dialer;
    this.ledger = ledger;
    this.context = settings.enabled() ? TlsContext.open(settings, ledger) : null;
  }

  /** The driver: one connection. */
  record Client(Socket socket) implements AutoCloseable {
    String ask(String line) throws IOException {
      return ToyDatabase.ask(socket.getInputStream(), socket.getOutputStream(), line);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Override
  public TlsLedger ledger() {
    return ledger;
  }

  @Override
  public <T> T driver(Class<T> type) throws ConnectFailedException {
    Socket tcp = context == null ? dialer.plainSocket() : context.plainSocket();
    try {
      tcp.setTcpNoDelay(true);
      long start = System.nanoTime();
      dialer.connect(tcp, new InetSocketAddress(host.host(), host.port()), 5000);
      Duration connect = Duration.ofNanos(System.nanoTime() - start);
      if (context == null) {
        ledger.record(new TlsConnection(host.host(), host.port(), connect, null, null, null));
        return type.cast(new Client(tcp));
      }
      new ToyDatabase().startTls(tcp.getInputStream(), tcp.getOutputStream());
      return type.cast(
          new Client(
              context.startTls(tcp, host.host(), host.port(), connect, new SSLParameters())));
    } catch (ConnectFailedException e) {
      throw e;
    } catch (IOException e) {
      throw ConnectFailedException.ofTcp(host.toString(), e);
    }
  }

  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
