package dev.tlsbench.junit;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.embedded.CertificateAuthority;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A server behind {@link TlsServer}. */
interface Backend {
  /** Starts the server, unless somebody else does. */
  void start() throws IOException;

  /** Stops what {@link #start} started. */
  void stop();

  InetSocketAddress address();

  /** Returns the databases whose protocol the server may speak. */
  List<Database> databases();

  /** Returns the URL with another address in place of the server's. */
  String url(InetSocketAddress through);

  /** Returns the JDBC driver's URL with another address in place of the server's. */
  String jdbcUrl(InetSocketAddress through);

  /** Returns the authority; empty for a server of somebody else. */
  Optional<CertificateAuthority> authority();

  /** Starts the server again, on the same port and with the same data. */
  void restart(ServerCertificate certificate) throws IOException;

  /** Returns the address as a URL has it. */
  static String at(InetSocketAddress address) {
    return HostName.withPort(address.getHostString(), address.getPort());
  }
}
