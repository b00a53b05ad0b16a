package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/**
 * Full handshakes of TLS 1.3 with Bouncy Castle at both ends, which alone authenticates with
 * ML-DSA. The server sends its certificate and that of an intermediate authority; the client trusts
 * the root, and checks chain and host name by Bouncy Castle's rules.
 *
 * <p>Not thread-safe.
 */
public final class CertificateConnections {
  private static final String ROOT = "CN=tlsbench root";
  private static final String INTERMEDIATE = "CN=tlsbench intermediate";
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";
  private static final String GROUP = "x25519";

  /** The curve of a P-256 key must be among the groups; the only key share is the first group's. */
  private static final String[] GROUPS = {GROUP, "secp256r1"};

  private static final Ends ENDS =
      new Ends(
          TlsProvider.BOUNCY_CASTLE, Side.CLIENT, "TLSv1.3", SUITE, KeyType.P_256, GROUP, false);

  private final CertificateKey key;
  private final X509Certificate[] chain;
  private final SSLContext server;
  private final SSLContext client;
  private final Wire wire = new Wire();

  private CertificateConnections(
      CertificateKey key, X509Certificate[] chain, SSLContext server, SSLContext client) {
    this.key = key;
    this.chain = chain;
    this.server = server;
    this.client = client;
  }

  /** Creates certificates of one type of key, and the contexts of both ends. */
  public static CertificateConnections open(CertificateKey key) {
    JvmSwitches.silenceProviders();
    try {
      KeyPair root = key.generate();
      KeyPair intermediate = key.generate();
      KeyPair own = key.generate();
      X509Certificate anchor = certificate(key, ROOT, root, ROOT, root);
      X509Certificate[] chain = {
        certificate(key, "CN=" + Credentials.HOST, own, INTERMEDIATE, intermediate),
        certificate(key, INTERMEDIATE, intermediate, ROOT, root)
      };
      Provider jsse =
          new BouncyCastleJsseProvider(
              false, new JcaTlsCryptoProvider().setProvider(CertificateKey.CRYPTO));
      SSLContext server = SSLContext.getInstance("TLS", jsse);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX", jsse);
      KeyStore store = store();
      store.setKeyEntry("server", own.getPrivate(), new char[0], chain);
      keys.init(store, new char[0]);
      server.init(keys.getKeyManagers(), null, null);
      SSLContext client = SSLContext.getInstance("TLS", jsse);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", jsse);
      KeyStore anchors = store();
      anchors.setCertificateEntry("root", anchor);
      trust.init(anchors);
      client.init(null, trust.getTrustManagers(), null);
      return new CertificateConnections(key, chain, server, client);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("Bouncy Castle cannot use certificates of " + key, e);
    }
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12", CertificateKey.CRYPTO);
    store.load(null, null);
    return store;
  }

  private static X509Certificate certificate(
      CertificateKey key, String subject, KeyPair own, String issuer, KeyPair signer)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name(issuer),
            BigInteger.valueOf(System.nanoTime()),
            Date.from(now.minus(Duration.ofHours(1))),
            Date.from(now.plus(Duration.ofDays(1))),
            new X500Name(subject),
            own.getPublic());
    boolean isAuthority = !subject.endsWith(Credentials.HOST);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
    if (!isAuthority) {
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, Credentials.HOST)));
    }
    return new JcaX509CertificateConverter()
        .setProvider(CertificateKey.CRYPTO)
        .getCertificate(
            builder.build(
                new JcaContentSignerBuilder(key.signatureAlgorithm)
                    .setProvider(CertificateKey.CRYPTO)
                    .build(signer.getPrivate())));
  }

  /** Creates two engines in memory, to be closed before the next. */
  public EnginePair newPair(SideMeter meter) {
    BCSSLEngine end = (BCSSLEngine) client.createSSLEngine(Credentials.HOST, 1);
    ((SSLEngine) end).setUseClientMode(true);
    BCSSLParameters parameters = parameters(end);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    end.setParameters(parameters);
    return new EnginePair((SSLEngine) end, () -> {}, this::newServer, wire, meter);
  }

  private SSLEngine newServer() {
    BCSSLEngine end = (BCSSLEngine) server.createSSLEngine();
    ((SSLEngine) end).setUseClientMode(false);
    end.setParameters(parameters(end));
    return (SSLEngine) end;
  }

  private BCSSLParameters parameters(BCSSLEngine end) {
    BCSSLParameters parameters = end.getParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setCipherSuites(new String[] {SUITE});
    parameters.setNamedGroups(GROUPS);
    if (key == CertificateKey.ML_DSA_65) {
      parameters.setSignatureSchemes(new String[] {"mldsa65"});
    }
    return parameters;
  }

  /**
   * Checks that a handshake was a full one with the server's key.
   *
   * @throws IllegalStateException if it was another
   */
  public void check(EnginePair pair, int flights) throws SSLException {
    ENDS.check(pair, flights, false);
    Certificate[] seen = pair.engine(Side.CLIENT).getSession().getPeerCertificates();
    if (seen.length != chain.length || !seen[0].equals(chain[0])) {
      throw new IllegalStateException("the server showed another chain: " + seen.length);
    }
  }

  /**
   * Returns the bytes of the server's certificates, in DER.
   *
   * @param count 1 for the server's own, 2 for all that it sends
   */
  public long certificateBytes(int count) {
    long bytes = 0;
    try {
      for (int i = 0; i < count; i++) {
        bytes += chain[i].getEncoded().length;
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return bytes;
  }
}
