package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * The older PEM forms of keys: {@code BEGIN RSA PRIVATE KEY} (PKCS#1, RFC 8017) and {@code BEGIN EC
 * PRIVATE KEY} (SEC 1, RFC 5915). There is none for Ed25519.
 */
final class TraditionalPem {
  private static final int P_256_BITS = 256;

  private TraditionalPem() {}

  static void writeKey(IssuedCertificate issued, Path file) throws IOException {
    PrivateKey key = issued.privateKey();
    PrivateKeyInfo info = PrivateKeyInfo.getInstance(key.getEncoded());
    byte[] der =
        key.getAlgorithm().equals("RSA")
            ? info.parsePrivateKey().toASN1Primitive().getEncoded()
            : withCurve(info, issued).getEncoded();
    Files.writeString(file, Pem.of(new PemObject(key.getAlgorithm() + " PRIVATE KEY", der)));
  }

  /** PKCS#8 names the curve outside the key; SEC 1 stands alone, so it must name it inside. */
  private static ECPrivateKey withCurve(PrivateKeyInfo info, IssuedCertificate issued)
      throws IOException {
    ECPrivateKey bare = ECPrivateKey.getInstance(info.parsePrivateKey());
    byte[] publicKey = issued.certificate().getPublicKey().getEncoded();
    DERBitString point =
        new DERBitString(SubjectPublicKeyInfo.getInstance(publicKey).getPublicKeyData().getBytes());
    return new ECPrivateKey(
        P_256_BITS, bare.getKey(), point, info.getPrivateKeyAlgorithm().getParameters());
  }
}
