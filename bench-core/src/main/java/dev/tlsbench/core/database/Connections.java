package dev.tlsbench.core.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;

/**
 * A client of a database: its driver, connected plain or over TLS, and the record of its
 * connections.
 *
 * <p>Opening one reads the files of the TLS settings and does not access the network; the first use
 * of the driver's object connects.
 *
 * <p>Safe to share between threads.
 */
public interface Connections extends AutoCloseable {
  /** {@return the record of the connections, plain ones included; a live object} */
  TlsLedger ledger();

  /**
   * Returns the driver's own object, such as a {@code javax.sql.DataSource}, and connects if that
   * is how the object works.
   *
   * @throws InvalidSettingException if this driver has no object of the type, or refuses a setting
   */
  <T> T driver(Class<T> type) throws ConnectFailedException;

  /** Closes what {@link #driver} returned, and frees the TLS context. */
  @Override
  void close();
}
