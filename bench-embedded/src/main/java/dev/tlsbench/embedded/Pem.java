package dev.tlsbench.embedded;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;

/** Text forms of certificates and keys (RFC 7468). */
final class Pem {
  /** Not registered with the JVM, whose list of providers must stay unchanged. */
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  private Pem() {}

  static String certificates(List<X509Certificate> certificates) {
    return of(certificates.toArray());
  }

  static String key(PrivateKey key) throws IOException {
    return of(new JcaPKCS8Generator(key, null));
  }

  static String encryptedKey(PrivateKey key, String password) throws IOException {
    try {
      return of(
          new JcaPKCS8Generator(
              key,
              new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                  .setProvider(BOUNCY_CASTLE)
                  .setPRF(PKCS8Generator.PRF_HMACSHA256)
                  .setPassword(password.toCharArray())
                  .build()));
    } catch (OperatorCreationException e) {
      throw new IllegalStateException("this JDK cannot encrypt a key", e);
    }
  }

  /** Returns one block for each object, of the classes that {@link JcaPEMWriter} knows. */
  static String of(Object... objects) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      for (Object object : objects) {
        writer.writeObject(object);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }

  static void write(Path file, String pem) throws IOException {
    PrivateFiles.write(file, pem.getBytes(StandardCharsets.US_ASCII));
  }
}
