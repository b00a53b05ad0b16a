package dev.tlsbench.core.postgresql;

import java.io.IOException;
import java.net.Socket;
import java.util.Properties;
import org.postgresql.PGProperty;
import org.postgresql.ssl.WrappedFactory;

/**
 * Makes the sockets of {@link PostgresConnections}, which pgjdbc connects itself.
 *
 * <p>Public only because pgjdbc instantiates it by name.
 */
public final class PostgresSocketFactory extends WrappedFactory {
  private final String id;

  /** Called by pgjdbc. */
  public PostgresSocketFactory(Properties options) {
    this.id = String.valueOf(PGProperty.SOCKET_FACTORY_ARG.getOrDefault(options));
  }

  @Override
  public Socket createSocket() throws IOException {
    return PostgresConnections.socket(id);
  }
}
