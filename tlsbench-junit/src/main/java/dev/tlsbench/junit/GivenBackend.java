package dev.tlsbench.junit;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.relay.TlsTap;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that somebody else starts and stops. */
final class GivenBackend implements Backend {
  /** Around one host and its port; not the driver's rules, as the driver may be any. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?<before>(?<scheme>mysql|jdbc:mysql|mongodb)://(?:[^@/?]*@)?)"
              + "(?<host>[^@/?,:]+|\\[[^\\]]+])(?::(?<port>\\d{1,5}))?(?<after>(?:[/?].*)?)");

  private static final int MOST_PORT = 65_535;

  private final Supplier<InetSocketAddress> address;
  private final @Nullable Matcher url;

  private GivenBackend(Supplier<InetSocketAddress> address, @Nullable Matcher url) {
    this.address = address;
    this.url = url;
  }

  static GivenBackend of(Supplier<InetSocketAddress> address) {
    return new GivenBackend(address, null);
  }

  static GivenBackend of(String text) {
    Matcher url = FORM.matcher(text);
    int port = url.matches() ? port(url) : 0;
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException(
          "the URL is not mysql://HOST…, jdbc:mysql://HOST… or mongodb://HOST… with a single host"
              + " and a port from 1 to 65535 or none (it is not shown, as it may hold a password)");
    }
    String host = url.group("host");
    return new GivenBackend(() -> new InetSocketAddress(host, port), url);
  }

  private static int port(Matcher url) {
    String given = url.group("port");
    return given == null
        ? url.group("scheme").equals("mongodb") ? 27017 : 3306
        : Integer.parseInt(given);
  }

  @Override
  public void start() {}

  @Override
  public void stop() {}

  @Override
  public InetSocketAddress address() {
    return address.get();
  }

  @Override
  public TlsTap.Protocol protocol() {
    if (url == null) {
      return TlsTap.Protocol.ANY;
    }
    return url.group("scheme").equals("mongodb") ? TlsTap.Protocol.MONGODB : TlsTap.Protocol.MYSQL;
  }

  @Override
  public String url(InetSocketAddress through) {
    if (url == null) {
      throw new IllegalStateException(
          "only the server's address is known; use the tap's address, or TlsServer.url");
    }
    return url.group("before") + Backend.at(through) + url.group("after");
  }

  @Override
  public String jdbcUrl(InetSocketAddress through) {
    if (url == null || !url.group("scheme").startsWith("jdbc:")) {
      throw new IllegalStateException(
          "the JDBC URL of the server is not known; give it to TlsServer.url, or use the tap's"
              + " address");
    }
    return url(through);
  }

  @Override
  public Optional<CertificateAuthority> authority() {
    return Optional.empty();
  }

  @Override
  public void restart(ServerCertificate certificate) {
    throw new IllegalStateException("only an embedded server can be given another certificate");
  }
}
