package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.CRLException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS8EncryptedPrivateKeyInfoBuilder;

/** Text forms of certificates, keys and revocation lists (RFC 7468). */
final class Pem {
  private static final Base64.Encoder LINES_OF_64 =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** Not registered with the JVM, whose list of providers must stay unchanged. */
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  private Pem() {}

  static String certificates(List<X509Certificate> certificates) {
    StringBuilder pem = new StringBuilder();
    try {
      for (X509Certificate certificate : certificates) {
        pem.append(block("CERTIFICATE", certificate.getEncoded()));
      }
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
    return pem.toString();
  }

  static String revocationList(X509CRL list) {
    try {
      return block("X509 CRL", list.getEncoded());
    } catch (CRLException e) {
      throw new IllegalStateException(e);
    }
  }

  static String key(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  static String encryptedKey(PrivateKey key, String password) {
    try {
      return block(
          "ENCRYPTED PRIVATE KEY",
          new JcaPKCS8EncryptedPrivateKeyInfoBuilder(key)
              .build(
                  new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                      .setProvider(BOUNCY_CASTLE)
                      .setPRF(PKCS8Generator.PRF_HMACSHA256)
                      .setPassword(password.toCharArray())
                      .build())
              .getEncoded());
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException("this JDK cannot encrypt a key", e);
    }
  }

  static String block(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + LINES_OF_64.encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
