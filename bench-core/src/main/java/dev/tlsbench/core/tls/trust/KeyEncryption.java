package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.misc.MiscObjectIdentifiers;
import org.bouncycastle.asn1.misc.ScryptParams;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCS12PBEParams;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.EncryptionException;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;
import org.bouncycastle.operator.InputDecryptorProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;

/**
 * Decrypts password-protected keys (RFC 8018, RFC 7914, RFC 7292), within limits: a file names its
 * own cost, and a damaged one may demand a week or all of the memory.
 */
final class KeyEncryption {
  /** Not registered with the JVM, whose list of providers must stay unchanged. */
  static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  /** The JDK's limit for a PKCS#12 store; OpenSSL writes 2048. */
  private static final BigInteger MOST_ITERATIONS = BigInteger.valueOf(5_000_000);

  /** OpenSSL writes scrypt keys that need 16 MiB. */
  private static final BigInteger MOST_BYTES = BigInteger.valueOf(256L << 20);

  private KeyEncryption() {}

  /** Decrypts a private key. */
  static PrivateKeyInfo decrypt(
      String subject, PKCS8EncryptedPrivateKeyInfo encrypted, char[] password) {
    try (InputStream decrypted =
        decryptor(subject, password)
            .get(encrypted.getEncryptionAlgorithm())
            .getInputStream(
                new ByteArrayInputStream(encrypted.toASN1Structure().getEncryptedData()))) {
      return PrivateKeyInfo.getInstance(decrypted.readAllBytes());
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IOException | OperatorCreationException | RuntimeException e) {
      throw wrongPassword(subject, e);
    }
  }

  /** Decrypts a private key in the form that OpenSSL wrote before PKCS#8. */
  static PrivateKeyInfo decrypt(String subject, PEMEncryptedKeyPair encrypted, char[] password) {
    try {
      return encrypted
          .decryptKeyPair(
              new JcePEMDecryptorProviderBuilder().setProvider(BOUNCY_CASTLE).build(password))
          .getPrivateKeyInfo();
    } catch (EncryptionException e) {
      boolean unknown = e.getCause() == null || e.getCause() instanceof NoSuchAlgorithmException;
      throw unknown
          ? unsupported(subject, encrypted.getDekAlgName(), e)
          : wrongPassword(subject, e);
    } catch (IOException | RuntimeException e) {
      throw wrongPassword(subject, e);
    }
  }

  /** Returns decryptors for every supported scheme; refuses unknown and too costly ones. */
  static InputDecryptorProvider decryptor(String subject, char[] password) {
    InputDecryptorProvider all =
        new JcePKCSPBEInputDecryptorProviderBuilder().setProvider(BOUNCY_CASTLE).build(password);
    return algorithm -> {
      try {
        requireAffordable(subject, algorithm);
        return all.get(algorithm);
      } catch (OperatorCreationException | RuntimeException e) {
        // PBKDF2 accepts no empty password.
        throw e instanceof InvalidSettingException known
            ? known
            : password.length == 0
                ? wrongPassword(subject, e)
                : unsupported(subject, scheme(algorithm), e);
      }
    };
  }

  private static InvalidSettingException wrongPassword(String subject, Exception cause) {
    return new InvalidSettingException(
        subject
            + ": the password does not decrypt the private key; check which key it belongs to, or"
            + " export the key again if the file is damaged",
        cause);
  }

  /** Returns the error for an unsupported scheme. */
  static InvalidSettingException unsupported(String subject, String scheme, Exception cause) {
    return new InvalidSettingException(
        ("%s: encrypted with %s, which is not supported; encrypt with PBES2 (PBKDF2 or scrypt, and"
                + " AES), as 'openssl pkcs8 -topk8' and 'openssl pkcs12 -export' do")
            .formatted(subject, scheme),
        cause);
  }

  private static String scheme(AlgorithmIdentifier algorithm) {
    if (!algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2)) {
      return name(algorithm.getAlgorithm());
    }
    try {
      PBES2Parameters parameters = PBES2Parameters.getInstance(algorithm.getParameters());
      return "PBES2 of %s and %s"
          .formatted(
              name(parameters.getKeyDerivationFunc().getAlgorithm()),
              name(parameters.getEncryptionScheme().getAlgorithm()));
    } catch (RuntimeException e) {
      return "a damaged PBES2";
    }
  }

  private static String name(ASN1ObjectIdentifier oid) {
    return oid.equals(PKCSObjectIdentifiers.id_PBKDF2)
        ? "PBKDF2"
        : BOUNCY_CASTLE.getProperty(
            "Alg.Alias.Cipher." + oid, new DefaultAlgorithmNameFinder().getAlgorithmName(oid));
  }

  private static void requireAffordable(String subject, AlgorithmIdentifier algorithm) {
    ASN1Encodable parameters = algorithm.getParameters();
    if (!algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2)) {
      // PKCS #5 version 1 and PKCS #12 both have two parameters: salt and iterations.
      requireAffordable(subject, PKCS12PBEParams.getInstance(parameters).getIterations());
      return;
    }
    KeyDerivationFunc function = PBES2Parameters.getInstance(parameters).getKeyDerivationFunc();
    if (function.getAlgorithm().equals(MiscObjectIdentifiers.id_scrypt)) {
      ScryptParams scrypt = ScryptParams.getInstance(function.getParameters());
      BigInteger blocks = scrypt.getCostParameter().multiply(scrypt.getParallelizationParameter());
      requireAffordable(
          subject,
          BigInteger.ONE,
          BigInteger.valueOf(128).multiply(scrypt.getBlockSize()).multiply(blocks));
    } else if (function.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBKDF2)) {
      requireAffordable(
          subject, PBKDF2Params.getInstance(function.getParameters()).getIterationCount());
    }
  }

  /** Refuses more iterations than any program writes. */
  static void requireAffordable(String subject, BigInteger iterations) {
    requireAffordable(subject, iterations, BigInteger.ZERO);
  }

  private static void requireAffordable(String subject, BigInteger iterations, BigInteger bytes) {
    if (iterations.compareTo(MOST_ITERATIONS) > 0 || bytes.compareTo(MOST_BYTES) > 0) {
      throw new InvalidSettingException(
          subject
              + ": encrypted in a way that takes more than 5 million iterations or 256 MiB; export"
              + " it again");
    }
  }
}
