package dev.tlsbench.experiment.option;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses of options: of a server, and of this machine to listen on. */
public final class HostPort {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?:\\[([0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[\\w.-]+)?)]|([^\\s:/@\\[\\]]+)):)?(\\d{1,5})");
  private static final String ALL = "*";
  private static final int MOST_PORT = 65_535;

  private HostPort() {}

  /** Parses the address of a server, {@code HOST:PORT}. */
  public static InetSocketAddress ofServer(String option, String text)
      throws ConnectFailedException {
    Matcher form = FORM.matcher(text);
    String host = form.matches() ? host(form) : null;
    if (host == null || host.equals(ALL)) {
      throw new InvalidSettingException(
          "%s: '%s' is not HOST:PORT; write for example db:3306, or [::1]:3306 with IPv6"
              .formatted(option, text));
    }
    InetSocketAddress server = resolved(option, host, port(option, form, 1));
    if (server.getAddress().isAnyLocalAddress()) {
      throw new InvalidSettingException(
          option + ": " + text + " is no server's address; for this machine give 127.0.0.1");
    }
    return server;
  }

  /**
   * Parses an address to listen on: {@code PORT} of 127.0.0.1, {@code HOST:PORT}, or {@code *:PORT}
   * for all addresses. With port 0 the kernel chooses one.
   */
  public static InetSocketAddress toListen(String option, String text)
      throws ConnectFailedException {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new InvalidSettingException(
          ("%s: '%s' is not [HOST:]PORT; write for example 13306 for this machine's clients, "
                  + "*:13306 for all, or [::1]:13306 with IPv6")
              .formatted(option, text));
    }
    int port = port(option, form, 0);
    String host = host(form);
    if (host == null) {
      return local(port);
    }
    return host.equals(ALL) ? new InetSocketAddress(port) : resolved(option, host, port);
  }

  private static @Nullable String host(Matcher form) {
    return form.group(1) == null ? form.group(2) : form.group(1);
  }

  private static int port(String option, Matcher form, int least) {
    return checkedPort(option, Integer.parseInt(form.group(3)), least);
  }

  private static int checkedPort(String option, int port, int least) {
    if (port < least || port > MOST_PORT) {
      throw new InvalidSettingException(
          option + ": port " + port + " is out of range; give " + least + " to " + MOST_PORT);
    }
    return port;
  }

  private static InetSocketAddress resolved(String option, String host, int port)
      throws ConnectFailedException {
    InetSocketAddress address = new InetSocketAddress(HostName.toAscii(option, host), port);
    if (address.isUnresolved()) {
      throw new ConnectFailedException(
          option + ": the host name '" + host + "' cannot be resolved; check its spelling");
    }
    return address;
  }

  /** Returns a port of 127.0.0.1; the JVM's own loopback address need not be IPv4. */
  private static InetSocketAddress local(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Checks that this process may listen on a port of 127.0.0.1 now; 0 stands for any port. */
  public static void mustBeFree(String option, int port) {
    InetSocketAddress address = local(checkedPort(option, port, 0));
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address);
    } catch (IOException e) {
      throw cannotListen(option, address, e);
    }
  }

  public static InvalidSettingException cannotListen(
      String option, InetSocketAddress address, IOException failure) {
    return new InvalidSettingException(
        ("%s: cannot listen on %s (%s); give an address of this machine and a free port that "
                + "you may use, 0 for any")
            .formatted(option, text(address), failure.getMessage()),
        failure);
  }

  /** Returns an address as {@link #toListen} reads it. */
  public static String text(InetSocketAddress address) {
    InetAddress ip = address.getAddress();
    String host = ip != null && ip.isAnyLocalAddress() ? ALL : address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
