package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Sends the client's certificate to every server that asks for one, whichever authorities it names
 * (RFC 8446, section 4.2.4), and whatever the certificate's extended key usage: the server must see
 * it to judge it. The drivers of other languages send it too.
 */
public final class ClientKeyManager extends X509ExtendedKeyManager {
  private static final String ALIAS = "client";

  private final ClientKey key;
  private final List<String> types;

  /** Refuses a key usage without signatures, with which some implementations send nothing. */
  public ClientKeyManager(ClientKey key) {
    this.key = key;
    this.types = List.of(key.key().getAlgorithm(), key.algorithm());
    boolean[] usage = key.chain().get(0).getKeyUsage();
    if (usage != null && !usage[0]) {
      throw new InvalidSettingException(
          "tls.certificateKeyFile: the certificate of "
              + key
              + " may not be used for digital signatures (key usage), by which a client proves that"
              + " it has the key; it needs another one");
    }
  }

  /** Bouncy Castle names the curve too, as in {@code EC/secp256r1}. */
  private boolean fits(String keyType) {
    return types.contains(keyType.replaceFirst("/.*", ""));
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return Stream.of(keyTypes).anyMatch(this::fits) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return chooseClientAlias(keyTypes, issuers, null);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return fits(keyType) ? new String[] {ALIAS} : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return key.chain().toArray(new X509Certificate[0]);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key.key();
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
