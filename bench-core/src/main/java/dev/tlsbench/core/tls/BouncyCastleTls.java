package dev.tlsbench.core.tls;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.BCSSLSocket;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.crypto.TlsCrypto;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/** The JSSE provider of Bouncy Castle over its own cryptography, neither of them installed. */
final class BouncyCastleTls extends JsseTls {
  private static final BouncyCastleProvider CRYPTO = new BouncyCastleProvider();

  /** Put together from two groups, so that the cryptography underneath does not list them. */
  private static final Set<String> HYBRIDS =
      Set.of("X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024");

  /** Smaller ones are disabled in the JVM by {@code EC keySize < 224}. */
  private static final int SMALLEST_CURVE_BITS = 224;

  BouncyCastleTls() {
    super(new BouncyCastleJsseProvider(false, new JcaTlsCryptoProvider().setProvider(CRYPTO)));
  }

  @Override
  public Set<String> namedGroups() {
    TlsCrypto crypto = new JcaTlsCryptoProvider().setProvider(CRYPTO).create(new SecureRandom());
    Set<String> groups = new TreeSet<>();
    TlsNames.namedGroupCodes()
        .forEach(
            code -> {
              if (isOffered(code, crypto) || HYBRIDS.contains(TlsNames.namedGroup(code))) {
                groups.add(TlsNames.namedGroup(code));
              }
            });
    return Collections.unmodifiableSet(groups);
  }

  /** The cryptography has more groups than its TLS puts into a ClientHello. */
  private static boolean isOffered(int code, TlsCrypto crypto) {
    String name = TlsNames.namedGroup(code);
    boolean national = name.startsWith("GC") || name.equals("curveSM2"); // GOST and SM2
    boolean classical =
        NamedGroup.refersToASpecificFiniteField(code)
            || NamedGroup.getCurveBits(code) >= SMALLEST_CURVE_BITS;
    return classical && !national && crypto.hasNamedGroup(code);
  }

  /** It lists suites that the JVM has disabled, but leaves them out of its ClientHello. */
  @Override
  public Set<String> cipherSuites() {
    return super.cipherSuites().stream()
        .filter(suite -> !isDisabled(suite))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean isDisabled(String suite) {
    String disabled = String.valueOf(Security.getProperty("jdk.tls.disabledAlgorithms"));
    return Arrays.stream(disabled.split(","))
        .anyMatch(algorithm -> (suite + "_").contains("_" + algorithm.strip() + "_"));
  }

  /** The JDK's own do not know Bouncy Castle's names for EC keys under TLS 1.3. */
  @Override
  KeyManagerFactory keyManagers(ClientKey key) {
    try {
      return key.keyManagers(KeyManagerFactory.getInstance("PKIX", provider()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Bouncy Castle has no key managers", e);
    }
  }

  @Override
  public boolean resumes(String protocol) {
    return !protocol.equals("TLSv1.3");
  }

  @Override
  public boolean handsOverStapledResponses() {
    return false;
  }

  @Override
  void prepare(SSLSocket socket, TlsSettings settings) {
    if (settings.namedGroups().isEmpty()) {
      return;
    }
    BCSSLSocket bouncyCastle = (BCSSLSocket) socket;
    BCSSLParameters parameters = bouncyCastle.getParameters();
    parameters.setNamedGroups(
        settings.namedGroups().stream()
            .map(group -> NamedGroup.getName(TlsNames.namedGroupCode(group)))
            .toArray(String[]::new));
    bouncyCastle.setParameters(parameters);
  }
}
