package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.trust.ClientKey;
import dev.tlsbench.core.tls.trust.ClientKeyManager;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import io.netty.util.ReferenceCountUtil;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.X509ExtendedTrustManager;

/** BoringSSL through Netty's binding for OpenSSL. */
public final class OpenSslTls implements BoringSsl {
  /** More than fit into a message of BoringSSL's largest size. */
  private static final int MOST_CERTIFICATES = 1000;

  /** Throws a {@link LinkageError} if the library is not on the class path. */
  public OpenSslTls() {
    if (!OpenSsl.isAvailable()) {
      throw new InvalidSettingException(
          "tls.provider=openssl: netty-tcnative has no native library for this machine; add"
              + " io.netty:netty-tcnative-boringssl-static with its classifier to the class path",
          OpenSsl.unavailabilityCause());
    }
  }

  /** Returns all protocols that BoringSSL has and Netty's binding supports. */
  @Override
  public Set<String> protocols() {
    return Set.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");
  }

  @Override
  public Set<String> cipherSuites() {
    return OpenSsl.availableJavaCipherSuites().stream()
        .filter(TlsNames::protects)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Connector connector(
      Offer offer,
      Optional<ClientKey> key,
      X509ExtendedTrustManager trust,
      boolean checksHostName) {
    try {
      return new OpenSslConnector(context(offer, key, trust, checksHostName), offer.serverName());
    } catch (SSLException e) {
      throw new InvalidSettingException(
          "tls.provider=openssl: BoringSSL refuses the settings: " + e.getMessage(), e);
    }
  }

  private static SslContext context(
      Offer offer, Optional<ClientKey> key, X509ExtendedTrustManager trust, boolean checksHostName)
      throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .trustManager(trust)
            .protocols(offer.protocols())
            .endpointIdentificationAlgorithm(checksHostName ? CHECK_HOST_NAME : null);
    key.ifPresent(client -> builder.keyManager(new ClientKeyManager(client)));
    builder.ciphers(
        null,
        (none, defaults, supported) -> offer.suites().applyTo(defaults).toArray(new String[0]));
    if (!offer.namedGroups().isEmpty()) {
      builder.option(OpenSslContextOption.GROUPS, offer.namedGroups().toArray(new String[0]));
    }
    if (!offer.applicationProtocols().isEmpty()) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              offer.applicationProtocols()));
    }
    SslContext context = builder.build();
    OpenSslSessionContext sessions = (OpenSslSessionContext) context.sessionContext();
    sessions.setSessionCacheEnabled(offer.resumption());
    if (offer.resumption()) {
      // Without this Netty refuses tickets under TLS 1.2, and servers in Go support
      // nothing else.
      sessions.setTicketKeys();
    }
    return context;
  }

  private record OpenSslConnector(SslContext context, boolean serverName) implements Connector {
    @Override
    public Handshake prepare(Socket tcp, String host, int port) {
      SSLEngine engine = engine(host, port);
      return () -> EngineStream.handshake(tcp, engine, () -> release(engine));
    }

    @Override
    public SSLEngine engine(String host, int port) {
      Optional<SNIServerName> name = HostName.indication(host);
      // Netty sends each name with a dot in it, unless it ends with one.
      String peer = serverName || name.isEmpty() ? host : host + ".";
      SSLEngine engine = context.newEngine(ByteBufAllocator.DEFAULT, peer, port);
      // Without this Netty cuts longer chains to ten certificates.
      ((ReferenceCountedOpenSslEngine) engine)
          .setVerify(SSL.SSL_CVERIFY_REQUIRED, MOST_CERTIFICATES);
      name.filter(ignored -> serverName).ifPresent(sent -> sendServerName(engine, sent));
      return engine;
    }

    /** Sends any name; Netty itself sends only names with a dot. */
    private static void sendServerName(SSLEngine engine, SNIServerName name) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setServerNames(List.of(name));
      engine.setSSLParameters(parameters);
    }

    /** Frees the engine unless the handler of a Netty pipeline has done so. */
    @Override
    public void release(SSLEngine engine) {
      if (ReferenceCountUtil.refCnt(engine) > 0) {
        ReferenceCountUtil.release(engine);
      }
    }

    @Override
    public void close() {
      ReferenceCountUtil.release(context);
    }
  }
}
