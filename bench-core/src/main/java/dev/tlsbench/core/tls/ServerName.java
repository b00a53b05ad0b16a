package dev.tlsbench.core.tls;

import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;

/** Server Name Indication (RFC 6066, section 3): a name, never an address. */
final class ServerName {
  private ServerName() {}

  static Optional<SNIServerName> of(String host) {
    boolean address = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    try {
      return address ? Optional.empty() : Optional.of(new SNIHostName(name));
    } catch (IllegalArgumentException e) {
      // A host name with an underscore can be connected to, but it is not a DNS host name.
      return Optional.empty();
    }
  }
}
