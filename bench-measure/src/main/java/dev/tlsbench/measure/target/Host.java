package dev.tlsbench.measure.target;

import dev.tlsbench.core.url.HostAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

/** The location of a server relative to this machine. */
final class Host {
  private Host() {}

  static InetSocketAddress address(HostAddress host) {
    return new InetSocketAddress(host.host(), host.port());
  }

  /** Returns the process that listens on the port; empty if this user may not see it. */
  static OptionalLong listener(List<HostAddress> hosts) {
    if (hosts.size() != 1 || !hosts.get(0).isLocal()) {
      return OptionalLong.empty();
    }
    InetSocketAddress server = address(hosts.get(0));
    long[] pids =
        new SystemInfo()
            .getOperatingSystem().getInternetProtocolStats().getConnections().stream()
                .filter(connection -> connection.getState() == TcpState.LISTEN)
                .filter(connection -> connection.getLocalPort() == server.getPort())
                .filter(connection -> accepts(connection.getLocalAddress(), server.getAddress()))
                .mapToLong(IPConnection::getowningProcessId)
                .filter(pid -> pid > 0)
                .distinct()
                .toArray();
    return pids.length == 1 ? OptionalLong.of(pids[0]) : OptionalLong.empty();
  }

  /**
   * Returns true if a listener on an address, or on all of them, accepts connections to another.
   */
  private static boolean accepts(byte[] listener, InetAddress address) {
    try {
      InetAddress own = listener.length == 0 ? null : InetAddress.getByAddress(listener);
      return own == null || own.isAnyLocalAddress() || own.equals(address);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
