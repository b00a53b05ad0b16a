package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts from which the sockets of one {@link MySqlConnections} are made.
 *
 * <p>Connector/J instantiates its socket factories by class name, and passes them only the
 * properties of the connection. One of these properties is the id under which the factory finds its
 * parts here.
 *
 * @param context {@code null} for plain text
 */
record SocketParts(
    @Nullable TlsContext context, TlsLedger ledger, Duration loginTimeout, Dialer dialer) {
  /** The name of the property; unknown to Connector/J, which passes such properties on. */
  static final String PROPERTY = "tlsbenchTransport";

  private static final Map<String, SocketParts> REGISTERED = new ConcurrentHashMap<>();

  /** Registers these parts until {@link #forget} is called with the id. */
  String register() {
    String id = UUID.randomUUID().toString();
    REGISTERED.put(id, this);
    return id;
  }

  static void forget(String id) {
    REGISTERED.remove(id);
  }

  static @Nullable SocketParts of(String id) {
    return REGISTERED.get(id);
  }
}
