package dev.tlsbench.junit;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.relay.TlsTap;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server that somebody else starts and stops. */
final class GivenBackend implements Backend {
  private final Supplier<InetSocketAddress> address;
  private final Backend.@Nullable Parts url;

  private GivenBackend(Supplier<InetSocketAddress> address, Backend.@Nullable Parts url) {
    this.address = address;
    this.url = url;
  }

  static GivenBackend of(Supplier<InetSocketAddress> address) {
    return new GivenBackend(address, null);
  }

  static GivenBackend of(String url) {
    Backend.Parts parts = Backend.Parts.of(url);
    return new GivenBackend(() -> new InetSocketAddress(parts.host(), parts.port()), parts);
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
    return url.isOfMySql() ? TlsTap.Protocol.MYSQL : TlsTap.Protocol.MONGODB;
  }

  @Override
  public String url(InetSocketAddress through) {
    if (url == null) {
      throw new IllegalStateException(
          "only the server's address is known; use the tap's address, or TlsServer.url");
    }
    return url.through(through);
  }

  @Override
  public String jdbcUrl(InetSocketAddress through) {
    if (url == null || !url.isJdbc()) {
      throw new IllegalStateException(
          "the JDBC URL of the server is not known; give it to TlsServer.url, or use the tap's"
              + " address");
    }
    return url.through(through);
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
