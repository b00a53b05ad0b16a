package dev.tlsbench.embedded;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** A server's key manager that shows any chain as it is, where a key store would refuse some. */
final class ChainKeys extends X509ExtendedKeyManager {
  private static final String ALIAS = "server";

  private final List<X509Certificate> chain;
  private final PrivateKey key;

  ChainKeys(List<X509Certificate> chain, PrivateKey key) {
    this.chain = List.copyOf(chain);
    this.key = key;
  }

  static ChainKeys of(IssuedCertificate certificate) {
    return new ChainKeys(certificate.chain(), certificate.privateKey());
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return fits(keyType) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return fits(keyType) ? ALIAS : null;
  }

  private boolean fits(String keyType) {
    return keyType.equals(key.getAlgorithm());
  }

  @Override
  public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return fits(keyType) ? new String[] {ALIAS} : new String[0];
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.toArray(new X509Certificate[0]);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }

  @Override
  public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[0];
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
