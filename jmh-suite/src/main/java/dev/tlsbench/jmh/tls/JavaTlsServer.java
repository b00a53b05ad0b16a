package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;
import org.conscrypt.Conscrypt;

/** SunJSSE, Bouncy Castle or Conscrypt as a server. */
final class JavaTlsServer implements ServerContext {
  private static final String PASSWORD = "of a store in memory";
  private static final Provider BC = new BouncyCastleProvider();

  static {
    // A throw-away key in memory needs no protection; by default each context takes some 10 ms.
    System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
  }

  private final Ends ends;
  private final SSLContext context;

  JavaTlsServer(Ends ends, Credentials credentials) {
    this.ends = ends;
    try {
      Provider provider = provider(provider());
      this.context = SSLContext.getInstance("TLS", provider);
      TrustManagerFactory trust =
          provider() == TlsProvider.BOUNCY_CASTLE
              ? TrustManagerFactory.getInstance("PKIX", provider)
              : TrustManagerFactory.getInstance("PKIX");
      trust.init(credentials.authority().trustStore());
      context.init(keys(credentials, provider), trust.getTrustManagers(), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(provider().id() + " cannot be a server", e);
    }
  }

  private TlsProvider provider() {
    return ends.at(Side.SERVER);
  }

  private static Provider provider(TlsProvider provider) throws GeneralSecurityException {
    return switch (provider) {
      case BOUNCY_CASTLE ->
          new BouncyCastleJsseProvider(false, new JcaTlsCryptoProvider().setProvider(BC));
      case CONSCRYPT -> Conscrypt.newProvider();
      default -> SSLContext.getInstance("TLS", "SunJSSE").getProvider();
    };
  }

  /**
   * Creates key managers; Bouncy Castle requires key and certificate objects of its own classes.
   */
  private KeyManager[] keys(Credentials credentials, Provider provider)
      throws GeneralSecurityException, IOException {
    char[] password = PASSWORD.toCharArray();
    KeyStore store = credentials.server().keyStore(PASSWORD);
    KeyManagerFactory factory;
    if (provider() == TlsProvider.BOUNCY_CASTLE) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, password);
      store = KeyStore.getInstance("PKCS12", BC);
      store.load(new ByteArrayInputStream(bytes.toByteArray()), password);
      factory = KeyManagerFactory.getInstance("PKIX", provider);
    } else {
      // The JDK's default; its "PKIX" derives the store's key from the password at each handshake.
      factory = KeyManagerFactory.getInstance("SunX509");
    }
    factory.init(store, password);
    return factory.getKeyManagers();
  }

  @Override
  public SSLEngine newEngine() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setSSLParameters(parameters());
    // Groups and tickets, which SSLParameters of Java 17 lack; JvmSwitches has the JDK's groups.
    if (engine instanceof BCSSLEngine bouncyCastle) {
      BCSSLParameters more = bouncyCastle.getParameters();
      more.setNamedGroups(ends.namedGroups().toArray(new String[0]));
      bouncyCastle.setParameters(more);
    } else if (provider() == TlsProvider.CONSCRYPT) {
      Conscrypt.setUseSessionTickets(engine, true);
    }
    return engine;
  }

  private SSLParameters parameters() {
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {ends.protocol()});
    String suite = ends.cipherSuiteFor(Side.SERVER);
    if (suite != null) {
      parameters.setCipherSuites(new String[] {suite});
    }
    if (ends.mutual()) {
      parameters.setNeedClientAuth(true);
    }
    return parameters;
  }
}
