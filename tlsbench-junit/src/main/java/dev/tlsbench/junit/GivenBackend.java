package dev.tlsbench.junit;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.embedded.CertificateAuthority;
import java.net.InetSocketAddress;
import java.util.List;
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
          "(?<before>(?<scheme>[a-z:]+)://(?:[^@/?]*@)?)"
              + "(?<host>[^@/?,:]+|\\[[^\\]]+])(?::(?<port>\\d{1,5}))?(?<after>(?:[/?].*)?)");

  private static final int MOST_PORT = 65_535;

  private final Supplier<InetSocketAddress> address;
  private final @Nullable Matcher url;
  private final List<Database> databases;

  private GivenBackend(
      Supplier<InetSocketAddress> address, @Nullable Matcher url, List<Database> databases) {
    this.address = address;
    this.url = url;
    this.databases = databases;
  }

  static GivenBackend of(Supplier<InetSocketAddress> address) {
    return new GivenBackend(address, null, Database.all());
  }

  static GivenBackend of(String text) {
    Database database = Database.ofUrl(text);
    Matcher url = FORM.matcher(text);
    int port = url.matches() ? port(url, database) : 0;
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException(
          "the URL is not of the form "
              + database.schemes().get(0)
              + "HOST:PORT… with a single host and a port from 1 to 65535 or none (it is not shown,"
              + " as it may hold a password)");
    }
    String host = url.group("host");
    return new GivenBackend(() -> new InetSocketAddress(host, port), url, List.of(database));
  }

  private static int port(Matcher url, Database database) {
    String given = url.group("port");
    return given == null ? database.defaultPort() : Integer.parseInt(given);
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
  public List<Database> databases() {
    return databases;
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

  @Override
  public String toString() {
    return url == null
        ? "a server of your own"
        : databases.get(0).product() + " at " + Backend.at(address());
  }
}
