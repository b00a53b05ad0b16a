package dev.tlsbench.jmh.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** BoringSSL through Netty's binding as a server. */
final class OpenSslServer implements ServerContext {
  private final SslContext context;

  OpenSslServer(Ends ends, Credentials credentials) {
    SslContextBuilder builder =
        SslContextBuilder.forServer(credentials.server().privateKey(), credentials.server().chain())
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols(ends.protocol());
    if (!ends.tls13()) {
      builder.ciphers(List.of(ends.cipherSuite()));
    }
    builder.option(OpenSslContextOption.GROUPS, ends.namedGroups().toArray(new String[0]));
    if (ends.mutual()) {
      builder.clientAuth(ClientAuth.REQUIRE).trustManager(credentials.authority().certificate());
    }
    try {
      this.context = builder.build();
    } catch (SSLException e) {
      throw new IllegalStateException("BoringSSL refuses the settings of a server", e);
    }
    OpenSslSessionContext sessions = (OpenSslSessionContext) context.sessionContext();
    sessions.setSessionCacheEnabled(true);
    // Without keys as arguments BoringSSL creates its own; without this call Netty disables
    // tickets.
    sessions.setTicketKeys();
  }

  @Override
  public SSLEngine newEngine() {
    return context.newEngine(ByteBufAllocator.DEFAULT);
  }

  @Override
  public void release(SSLEngine engine) {
    ReferenceCountUtil.release(engine);
  }

  @Override
  public void close() {
    ReferenceCountUtil.release(context);
  }
}
