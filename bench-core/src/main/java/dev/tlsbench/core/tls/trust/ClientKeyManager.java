package dev.tlsbench.core.tls.trust;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Sends the client's certificate to every server that asks for one, whichever authorities it names
 * (RFC 8446, section 4.2.4). The server may know intermediate authorities, so it must see the
 * certificate to judge it; the drivers of other languages send it too.
 */
public final class ClientKeyManager extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager keys;

  private ClientKeyManager(X509ExtendedKeyManager keys) {
    this.keys = keys;
  }

  /** Wraps a provider's key managers, which know its names for the types of keys. */
  static ClientKeyManager of(KeyManagerFactory factory) {
    for (KeyManager manager : factory.getKeyManagers()) {
      if (manager instanceof X509ExtendedKeyManager extended) {
        return new ClientKeyManager(extended);
      }
    }
    throw new IllegalStateException(factory.getProvider() + " has no X.509 key manager");
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return keys.chooseClientAlias(keyTypes, null, socket);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return keys.chooseEngineClientAlias(keyTypes, null, engine);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return keys.getClientAliases(keyType, null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }

  /** Not used: this side is a client. */
  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  /** Not used: this side is a client. */
  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }
}
