package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.trust.ClientKey;
import dev.tlsbench.core.tls.trust.ClientKeyManager;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.BCSSLSocket;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.crypto.TlsCrypto;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/**
 * The JSSE provider of Bouncy Castle over its own cryptography; neither is installed in the JVM.
 */
public final class BouncyCastleTls extends JsseTls {
  private static final BouncyCastleProvider CRYPTO = new BouncyCastleProvider();

  /** Combined from two groups, so the underlying cryptography does not list them. */
  private static final Set<String> HYBRIDS =
      Set.of("X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024");

  /** The JVM disables smaller curves by {@code EC keySize < 224}. */
  private static final int SMALLEST_CURVE_BITS = 224;

  public BouncyCastleTls() {
    super(new BouncyCastleJsseProvider(false, new JcaTlsCryptoProvider().setProvider(CRYPTO)));
  }

  @Override
  public Set<String> namedGroups() {
    TlsCrypto crypto = new JcaTlsCryptoProvider().setProvider(CRYPTO).create(new SecureRandom());
    return TlsNames.allNamedGroups().stream()
        .filter(group -> isOffered(group, crypto) || HYBRIDS.contains(group))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns whether TLS offers the group: the cryptography has more groups than the ClientHello.
   */
  private static boolean isOffered(String name, TlsCrypto crypto) {
    int code = TlsNames.namedGroupCode(name);
    boolean national = name.startsWith("GC") || name.equals("curveSM2"); // GOST and SM2
    boolean classical =
        NamedGroup.refersToASpecificFiniteField(code)
            || NamedGroup.getCurveBits(code) >= SMALLEST_CURVE_BITS;
    return classical && !national && crypto.hasNamedGroup(code);
  }

  /** Omits suites that the JVM has disabled: the provider lists them, but does not offer them. */
  @Override
  public Set<String> cipherSuites() {
    return super.cipherSuites().stream()
        .filter(suite -> !isDisabled(suite))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** An algorithm in the suite's name, or a pattern of suites as JDK 24 and later have them. */
  private static boolean isDisabled(String suite) {
    String disabled = String.valueOf(Security.getProperty(POLICY));
    return Arrays.stream(disabled.split(","))
        .map(String::strip)
        .anyMatch(
            entry ->
                entry.contains("*")
                    ? suite.matches(entry.replace("*", ".*"))
                    : (suite + "_").contains("_" + entry + "_"));
  }

  @Override
  public void checkMore(Offer offer) {
    checkSuitesOfJvm(offer);
  }

  @Override
  ClientKeyManager manager(ClientKey key) {
    try {
      return new ClientKeyManager(translated(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Bouncy Castle cannot take a key of the JDK", e);
    }
  }

  /**
   * Returns the key as Bouncy Castle's objects: it does not recognize the JDK's EdDSA as Ed25519.
   */
  private static ClientKey translated(ClientKey key) throws GeneralSecurityException {
    CertificateFactory certificates = CertificateFactory.getInstance("X.509", CRYPTO);
    List<X509Certificate> chain = new ArrayList<>();
    for (X509Certificate certificate : key.chain()) {
      chain.add(
          (X509Certificate)
              certificates.generateCertificate(new ByteArrayInputStream(certificate.getEncoded())));
    }
    PrivateKey own =
        KeyFactory.getInstance(key.algorithm(), CRYPTO)
            .generatePrivate(new PKCS8EncodedKeySpec(key.key().getEncoded()));
    return new ClientKey(own, chain);
  }

  @Override
  public boolean signsWith(String keyType) {
    return true;
  }

  @Override
  public boolean resumes(String protocol) {
    return !protocol.equals("TLSv1.3");
  }

  @Override
  void prepare(SSLSocket socket, Offer offer) {
    BCSSLSocket own = (BCSSLSocket) socket;
    own.setParameters(withGroups(own.getParameters(), offer));
  }

  @Override
  void prepare(SSLEngine engine, Offer offer) {
    BCSSLEngine own = (BCSSLEngine) engine;
    own.setParameters(withGroups(own.getParameters(), offer));
  }

  private static BCSSLParameters withGroups(BCSSLParameters parameters, Offer offer) {
    if (!offer.namedGroups().isEmpty()) {
      parameters.setNamedGroups(
          offer.namedGroups().stream()
              .map(group -> NamedGroup.getName(TlsNames.namedGroupCode(group)))
              .toArray(String[]::new));
    }
    return parameters;
  }
}
