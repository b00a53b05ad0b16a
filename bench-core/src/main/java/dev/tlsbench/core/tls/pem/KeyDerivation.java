package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.InvalidSettingException;
import java.math.BigInteger;
import java.nio.file.Path;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.misc.MiscObjectIdentifiers;
import org.bouncycastle.asn1.misc.ScryptParams;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCS12PBEParams;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/**
 * The cost of making a key out of a password (RFC 8018, RFC 7914). The file says how much, and one
 * that is damaged may say a week, or all of the memory.
 *
 * @param iterations of PBKDF2 and its like
 * @param bytes that scrypt goes over
 */
record KeyDerivation(BigInteger iterations, BigInteger bytes) {
  /** As many as the JDK takes for a PKCS#12 store; OpenSSL writes 2048. */
  private static final BigInteger MOST_ITERATIONS = BigInteger.valueOf(5_000_000);

  /** OpenSSL writes scrypt keys that need 16 MiB. */
  private static final BigInteger MOST_BYTES = BigInteger.valueOf(256L << 20);

  static KeyDerivation of(PKCS8EncryptedPrivateKeyInfo encrypted) {
    AlgorithmIdentifier algorithm = encrypted.toASN1Structure().getEncryptionAlgorithm();
    ASN1Encodable parameters = algorithm.getParameters();
    if (!algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2)) {
      // PKCS #5 version 1 and PKCS #12 have the same two: salt and iterations.
      return iterations(PKCS12PBEParams.getInstance(parameters).getIterations());
    }
    KeyDerivationFunc function = PBES2Parameters.getInstance(parameters).getKeyDerivationFunc();
    if (function.getAlgorithm().equals(MiscObjectIdentifiers.id_scrypt)) {
      ScryptParams scrypt = ScryptParams.getInstance(function.getParameters());
      BigInteger blocks = scrypt.getCostParameter().multiply(scrypt.getParallelizationParameter());
      return new KeyDerivation(
          BigInteger.ONE, BigInteger.valueOf(128).multiply(scrypt.getBlockSize()).multiply(blocks));
    }
    return iterations(PBKDF2Params.getInstance(function.getParameters()).getIterationCount());
  }

  private static KeyDerivation iterations(BigInteger count) {
    return new KeyDerivation(count, BigInteger.ZERO);
  }

  void requireAffordable(String option, Path path) {
    if (iterations.compareTo(MOST_ITERATIONS) > 0 || bytes.compareTo(MOST_BYTES) > 0) {
      throw new InvalidSettingException(
          option
              + ": the private key in "
              + path
              + " is encrypted in a way that takes more than 5 million iterations or 256 MiB; export"
              + " it again");
    }
  }
}
