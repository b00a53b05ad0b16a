package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.InvalidSettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.util.io.pem.PemObject;
import org.jspecify.annotations.Nullable;

/** The certificates, revocation lists and private key in a PEM file (RFC 7468). */
public final class PemFile {
  private final Path path;
  private final List<Object> blocks;

  private PemFile(Path path, List<Object> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  /** Parses the content of a file; {@code option} names it in errors. */
  public static PemFile parse(String option, Path path, byte[] content) {
    List<Object> blocks = new ArrayList<>();
    try (PEMParser parser =
        new KnownBlocks(
            new InputStreamReader(
                new ByteArrayInputStream(content), StandardCharsets.ISO_8859_1))) {
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        blocks.add(block);
      }
    } catch (IOException | RuntimeException e) {
      throw new InvalidSettingException(
          "%s: %s has a damaged PEM block after %s good ones; export the file again"
              .formatted(option, path, blocks.size()),
          e);
    }
    return new PemFile(path, List.copyOf(blocks));
  }

  public List<X509Certificate> certificates(String option) {
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
    List<X509Certificate> certificates = new ArrayList<>();
    for (Object block : blocks) {
      if (block instanceof X509CertificateHolder holder) {
        try {
          certificates.add(converter.getCertificate(holder));
        } catch (CertificateException | RuntimeException e) {
          throw new InvalidSettingException(
              option + ": " + path + " has a certificate that cannot be read; export it again", e);
        }
      }
    }
    if (certificates.isEmpty()) {
      throw new InvalidSettingException(
          "%s: %s has no certificate in it; expected PEM blocks 'BEGIN CERTIFICATE'"
              .formatted(option, path));
    }
    return certificates;
  }

  public List<X509CRL> revocationLists(String option) {
    JcaX509CRLConverter converter = new JcaX509CRLConverter();
    List<X509CRL> lists = new ArrayList<>();
    for (Object block : blocks) {
      if (block instanceof X509CRLHolder holder) {
        try {
          lists.add(converter.getCRL(holder));
        } catch (CRLException | RuntimeException e) {
          throw new InvalidSettingException(
              option + ": " + path + " has a revocation list that cannot be read; fetch it again",
              e);
        }
      }
    }
    return lists;
  }

  PrivateKey privateKey(String option, Optional<String> password) {
    for (Object block : blocks) {
      Optional<PrivateKeyInfo> info = keyIn(block, option, password);
      if (info.isPresent()) {
        return decode(option, info.get());
      }
    }
    throw new InvalidSettingException(
        ("%s: %s has no private key in it; expected a PEM block 'BEGIN PRIVATE KEY', 'BEGIN RSA"
                + " PRIVATE KEY', 'BEGIN EC PRIVATE KEY' or 'BEGIN ENCRYPTED PRIVATE KEY'")
            .formatted(option, path));
  }

  private Optional<PrivateKeyInfo> keyIn(Object block, String option, Optional<String> password) {
    if (block instanceof PrivateKeyInfo info) {
      return Optional.of(info);
    }
    if (block instanceof PEMKeyPair pair) {
      return Optional.of(pair.getPrivateKeyInfo());
    }
    if (block instanceof PKCS8EncryptedPrivateKeyInfo || block instanceof PEMEncryptedKeyPair) {
      return Optional.of(decrypt(block, option, password));
    }
    return Optional.empty();
  }

  private PrivateKeyInfo decrypt(Object block, String option, Optional<String> password) {
    char[] secret =
        password
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        ("%s: the private key in %s is encrypted; give its password"
                                + " (tlsCertificateKeyFilePassword, ssl-key-password or"
                                + " tls.certificateKeyFilePassword)")
                            .formatted(option, path)))
            .toCharArray();
    BouncyCastleProvider provider = new BouncyCastleProvider();
    try {
      if (block instanceof PKCS8EncryptedPrivateKeyInfo encrypted) {
        KeyDerivation.of(encrypted).requireAffordable(option, path);
        return encrypted.decryptPrivateKeyInfo(
            new JceOpenSSLPKCS8DecryptorProviderBuilder().setProvider(provider).build(secret));
      }
      return ((PEMEncryptedKeyPair) block)
          .decryptKeyPair(new JcePEMDecryptorProviderBuilder().setProvider(provider).build(secret))
          .getPrivateKeyInfo();
    } catch (InvalidSettingException e) {
      throw e;
    } catch (PKCSException | OperatorCreationException | IOException | RuntimeException e) {
      throw wrongPassword(option, e);
    }
  }

  private InvalidSettingException wrongPassword(String option, Exception cause) {
    return new InvalidSettingException(
        "%s: the password does not decrypt the private key in %s; check which key it belongs to"
            .formatted(option, path),
        cause);
  }

  private PrivateKey decode(String option, PrivateKeyInfo info) {
    try {
      return KeyFactory.getInstance(algorithm(info))
          .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new InvalidSettingException(
          "%s: the private key in %s cannot be used; expected an RSA, EC or Ed25519 key"
              .formatted(option, path),
          e);
    }
  }

  private static String algorithm(PrivateKeyInfo info) {
    var oid = info.getPrivateKeyAlgorithm().getAlgorithm();
    if (oid.equals(PKCSObjectIdentifiers.rsaEncryption)) {
      return "RSA";
    }
    if (oid.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
      return "EC";
    }
    return oid.equals(EdECObjectIdentifiers.id_Ed25519) ? "Ed25519" : oid.getId();
  }

  /**
   * Passes over blocks of other kinds, as OpenSSL does: a bundle may hold {@code DH PARAMETERS} or
   * an {@code OPENSSH PRIVATE KEY} too.
   */
  private static final class KnownBlocks extends PEMParser {
    KnownBlocks(Reader reader) {
      super(reader);
    }

    @Override
    public @Nullable PemObject readPemObject() throws IOException {
      PemObject block = super.readPemObject();
      while (block != null && !getSupportedTypes().contains(block.getType())) {
        block = super.readPemObject();
      }
      return block;
    }
  }
}
