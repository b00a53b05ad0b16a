package dev.tlsbench.core.database;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The URL of a server or of several, with all TLS options of its database's dialect.
 *
 * <p>Immutable, and safe to share between threads. {@code toString} hides user names and passwords.
 */
public interface DatabaseUrl {
  Database kind();

  /**
   * Returns the servers that the URL names, at least one. The port is 0 where a host is a name
   * under which a list of servers is looked up.
   */
  List<HostAddress> hosts();

  /** {@return the database that the URL names; empty if it names none} */
  Optional<String> database();

  /** {@return a new builder with the TLS options of the URL} */
  TlsSettings.Builder tls();

  /**
   * Returns the TLS options of the URL, overridden by {@code tls.*} properties.
   *
   * @throws InvalidSettingException if the two contradict each other, or neither says whether TLS
   *     is wanted and the dialect demands it
   */
  TlsSettings settings(Map<String, String> properties);

  /** {@return one line for each option that is deprecated or has no effect} */
  List<String> warnings();

  /**
   * Returns the URL without its TLS options, asking for plain text. All else stays as it was
   * written. It may hold a password, so it must not be printed.
   */
  String plain();

  /**
   * Returns the URL with another address, such as that of a relay which leads to the server. It may
   * hold a password, so it must not be printed.
   *
   * @throws InvalidSettingException if the URL names several servers
   */
  String through(HostAddress address);

  /**
   * Prepares to connect: reads the files of the TLS settings, and no more of the URL's own. The
   * first use of the driver connects.
   *
   * @throws InvalidSettingException if a file cannot be used, or the provider lacks a setting
   */
  Connections open(TlsSettings settings, Dialer dialer, TlsLedger ledger);

  /** Prepares to connect directly, with the TLS options of the URL. */
  default Connections open() {
    return open(settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }
}
