package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.tls.provider.BouncyCastleTls;
import dev.tlsbench.core.tls.provider.ConscryptTls;
import dev.tlsbench.core.tls.provider.JdkTls;
import dev.tlsbench.core.tls.provider.Offer;
import dev.tlsbench.core.tls.provider.OpenSslTls;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of both ends of connections: the client's is bench-core's {@link TlsContext}, as its
 * drivers get them. Sessions last until this object is closed.
 *
 * <p>Not thread-safe.
 */
public final class EndContexts implements AutoCloseable {
  private static final int PORT = 1; // unused in memory, but part of a session's key
  private static final int MOST_FULL_BEFORE_RESUMED = 5;
  private static final byte[] PING = "ping".getBytes(StandardCharsets.US_ASCII);

  private final Ends ends;
  private final boolean resumption;
  private final ServerContext server;
  private final TlsContext client;
  private final Wire wire = new Wire();

  /** {@code null} unless the clients have the JDK's own trust manager. */
  private TlsImplementation.@Nullable Connector other;

  private EndContexts(Ends ends, boolean resumption, ServerContext server, TlsContext client) {
    this.ends = ends;
    this.resumption = resumption;
    this.server = server;
    this.client = client;
  }

  /**
   * Creates the contexts of both ends.
   *
   * @param resumption whether clients share a context, so that sessions can be resumed; {@code
   *     false} gives each a fresh one
   * @return contexts to be closed after the last connection
   * @throws dev.tlsbench.core.InvalidSettingException if the client's implementation lacks a
   *     required feature
   */
  public static EndContexts open(Ends ends, Credentials credentials, boolean resumption) {
    JvmSwitches.prepareFor(ends);
    ServerContext server = ServerContext.open(ends, credentials);
    try {
      TlsSettings settings = clientSettings(ends, credentials, resumption);
      return new EndContexts(ends, resumption, server, TlsContext.open(settings, new TlsLedger()));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static TlsSettings clientSettings(
      Ends ends, Credentials credentials, boolean resumption) {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .enabled(true)
            .caFile(credentials.caFile())
            .provider(ends.at(Side.CLIENT))
            .protocols(List.of(ends.protocol()))
            .namedGroups(ends.namedGroups())
            .resumption(resumption);
    String suite = ends.cipherSuiteFor(Side.CLIENT);
    if (suite != null) {
      settings.cipherSuites(List.of(suite));
    }
    if (ends.mutual()) {
      settings.certificateKeyFile(credentials.clientFile());
    }
    return settings.build();
  }

  /** Creates two engines in memory, to be closed before the next, whose handshake has not begun. */
  public EnginePair newPair(SideMeter meter) {
    TlsEngine engine = client.engine(Credentials.HOST, PORT);
    return new EnginePair(engine.implementation(), engine::close, server, wire, meter);
  }

  /**
   * Returns a source of pairs like {@link #newPair}, but whose clients, without resumption and
   * without a certificate, have the JDK's own trust manager.
   */
  public Supplier<EnginePair> pairsWithTrustOfJdk(Credentials credentials, SideMeter meter) {
    TlsImplementation.Connector clients = connectorOfJdkTrust(credentials);
    other = clients;
    return () -> {
      SSLEngine engine = clients.engine(Credentials.HOST, PORT);
      return new EnginePair(engine, () -> clients.release(engine), server, wire, meter);
    };
  }

  private TlsImplementation.Connector connectorOfJdkTrust(Credentials credentials) {
    TlsImplementation implementation =
        switch (ends.at(Side.CLIENT)) {
          case JDK -> new JdkTls();
          case BOUNCY_CASTLE -> new BouncyCastleTls();
          case CONSCRYPT -> new ConscryptTls();
          case OPENSSL -> new OpenSslTls();
        };
    String suite = ends.cipherSuiteFor(Side.CLIENT);
    Offer offer =
        new Offer(
            List.of(ends.protocol()),
            SuiteLimits.of(suite == null ? List.of() : List.of(suite)),
            ends.namedGroups(),
            true,
            List.of(),
            false,
            false);
    return implementation.connector(
        offer, Optional.empty(), new JdkTrust(credentials.authority().trustStore()), true);
  }

  /**
   * Connects until a session is resumed, so that later handshakes resume as well: under TLS 1.2,
   * BoringSSL may need three full handshakes first.
   *
   * @throws IllegalStateException if no session is resumed
   */
  public void warmUp(SideMeter meter) throws SSLException {
    boolean resumed = !resumption;
    for (int i = 0; i < MOST_FULL_BEFORE_RESUMED && !resumed; i++) {
      try (EnginePair pair = newPair(meter)) {
        pair.handshake();
        pair.send(Side.CLIENT, ByteBuffer.wrap(PING));
        pair.send(Side.SERVER, ByteBuffer.wrap(PING));
        resumed = pair.negotiated().resumed();
      }
    }
    if (!resumed) {
      throw new IllegalStateException(ends + ": no session was resumed");
    }
  }

  @Override
  public void close() {
    client.close();
    if (other != null) {
      other.close();
    }
    server.close();
  }
}
