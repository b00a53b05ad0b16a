package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.trust.ClientKey;
import dev.tlsbench.core.tls.trust.ClientKeyManager;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** A TLS implementation behind the JDK's own API, with sockets and engines. */
abstract class JsseTls implements TlsImplementation {
  private final Provider provider;
  private @Nullable SSLContext listing;

  JsseTls(Provider provider) {
    this.provider = provider;
  }

  /**
   * Returns the default protocols with a default suite: a provider also lists protocols that the
   * JVM has disabled or left no suite, and drops them.
   */
  @Override
  public Set<String> protocols() {
    Set<String> suites = defaultCipherSuites();
    return Arrays.stream(listing().getDefaultSSLParameters().getProtocols())
        .filter(protocol -> suites.stream().anyMatch(suite -> TlsNames.fits(suite, protocol)))
        .collect(Collectors.toUnmodifiableSet());
  }

  Set<String> defaultCipherSuites() {
    Set<String> suites =
        new HashSet<>(named(listing().getDefaultSSLParameters().getCipherSuites()));
    suites.retainAll(cipherSuites());
    return suites;
  }

  /** Checks suites: the JDK and Bouncy Castle ignore unknown names, and may then offer all. */
  final void checkSuitesOfJvm(Offer offer) {
    if (offer.suites().listed().isEmpty()) {
      checkJvm("jdk.tls.client.cipherSuites", cipherSuites());
    }
  }

  /** Checks the names in a setting of the JVM. */
  static void checkJvm(String property, Set<String> known) {
    String value = System.getProperty(property, "");
    for (String name : value.split("[\\s\",]+", -1)) {
      String iana = name.replaceFirst("^SSL_", "TLS_");
      if (!name.isEmpty() && !name.endsWith("_SCSV") && !known.contains(iana)) {
        throw new InvalidSettingException(
            "%s=%s: this JVM does not offer %s; remove it".formatted(property, value, name));
      }
    }
  }

  @Override
  public Set<String> cipherSuites() {
    return named(listing().getSupportedSSLParameters().getCipherSuites());
  }

  private static Set<String> named(String[] suites) {
    return Arrays.stream(suites)
        .map(suite -> suite.replaceFirst("^SSL_", "TLS_")) // the JDK's names of the oldest suites
        .filter(TlsNames::protects)
        .collect(Collectors.toUnmodifiableSet());
  }

  ClientKeyManager manager(ClientKey key) {
    return new ClientKeyManager(key);
  }

  /** Changes the provider's defaults for all connections of a factory's context. */
  void prepare(SSLSocketFactory factory, Offer offer) {}

  /** Adds settings that only some versions of {@link SSLParameters} support. */
  void prepare(SSLParameters parameters, Offer offer) {}

  SSLParameters parameters(SSLSocket socket, String host, Offer offer) {
    return socket.getSSLParameters();
  }

  SSLParameters parameters(SSLEngine engine, String host, Offer offer) {
    return engine.getSSLParameters();
  }

  /** Applies settings that {@link SSLParameters} does not support. */
  void prepare(SSLSocket socket, Offer offer) {}

  void prepare(SSLEngine engine, Offer offer) {}

  /** Shares one context between all connections or, without resumption, creates one for each. */
  @Override
  public final Connector connector(
      Offer offer,
      Optional<ClientKey> key,
      X509ExtendedTrustManager trust,
      boolean checksHostName) {
    KeyManager[] keys = key.stream().map(this::manager).toArray(KeyManager[]::new);
    Client shared = newClient(offer, keys, trust);
    return new Connector() {
      private Client client() {
        return offer.resumption() ? shared : newClient(offer, keys, trust);
      }

      @Override
      public Handshake prepare(Socket tcp, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) client().factory().createSocket(tcp, host, port, true);
        socket.setUseClientMode(true);
        socket.setSSLParameters(
            filled(parameters(socket, host, offer), offer, checksHostName, host));
        JsseTls.this.prepare(socket, offer);
        return () -> {
          socket.startHandshake();
          return TlsStream.of(socket);
        };
      }

      @Override
      public SSLEngine engine(String host, int port) {
        SSLEngine engine = client().context().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(
            filled(parameters(engine, host, offer), offer, checksHostName, host));
        JsseTls.this.prepare(engine, offer);
        return engine;
      }
    };
  }

  private Client newClient(Offer offer, KeyManager[] keys, X509ExtendedTrustManager trust) {
    SSLContext context = newContext(keys, new TrustManager[] {trust});
    SSLSocketFactory factory = context.getSocketFactory();
    prepare(factory, offer);
    return new Client(context, factory);
  }

  /**
   * Returns a context whose parameters list the provider's abilities; creating one takes
   * milliseconds.
   */
  final synchronized SSLContext listing() {
    if (listing == null) {
      SSLContext context = newContext(new KeyManager[0], new TrustManager[0]);
      try {
        context.getDefaultSSLParameters();
      } catch (LinkageError e) { // SunJSSE without any group that it supports
        throw notStarted(e);
      }
      listing = context;
    }
    return listing;
  }

  private SSLContext newContext(KeyManager[] keys, TrustManager[] trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(keys, trust, null);
      return context;
    } catch (GeneralSecurityException | RuntimeException e) {
      throw notStarted(e);
    }
  }

  private InvalidSettingException notStarted(Throwable cause) {
    return new InvalidSettingException(
        "tls.provider: "
            + provider.getName()
            + " does not start with the settings of this JVM; check jdk.tls.client.protocols,"
            + " jdk.tls.namedGroups and "
            + POLICY,
        cause);
  }

  /**
   * Adds the offer to a connection's existing parameters. New ones would not do: since Java 20
   * Conscrypt takes empty parameters as a request for no groups.
   */
  private SSLParameters filled(
      SSLParameters parameters, Offer offer, boolean checksHostName, String host) {
    parameters.setProtocols(offer.protocols().toArray(new String[0]));
    List<String> defaults = List.of(parameters.getCipherSuites());
    List<String> suites = offer.suites().applyTo(defaults);
    if (!suites.equals(defaults)) {
      parameters.setCipherSuites(suites.toArray(new String[0]));
    }
    if (checksHostName) {
      parameters.setEndpointIdentificationAlgorithm(CHECK_HOST_NAME);
    }
    if (offer.serverName()) {
      HostName.indication(host).ifPresent(name -> parameters.setServerNames(List.of(name)));
    } else {
      parameters.setServerNames(List.of());
    }
    parameters.setApplicationProtocols(offer.applicationProtocols().toArray(new String[0]));
    prepare(parameters, offer);
    return parameters;
  }

  private record Client(SSLContext context, SSLSocketFactory factory) {}
}
