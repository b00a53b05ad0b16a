package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.Causes;
import dev.tlsbench.core.InvalidSettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS12SafeBag;
import org.bouncycastle.pkcs.PKCS12SafeBagFactory;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcePKCS12MacCalculatorBuilderProvider;

/**
 * The certificates and keys in a key store.
 *
 * @param trusted certificates that the store declares as trusted
 * @param others certificates that it holds for its keys
 * @param keys the private keys
 */
record KeyStoreContent(
    List<X509Certificate> trusted, List<X509Certificate> others, List<PrivateKey> keys) {
  /** The JDK's mark of a trusted certificate in a PKCS#12 store. */
  private static final ASN1ObjectIdentifier TRUSTED =
      new ASN1ObjectIdentifier("2.16.840.1.113894.746875.1.1");

  /**
   * Reads a store by the JDK: JKS, JCEKS, or a PKCS#12 store whose password is empty, of which
   * programs derive different keys, and the JDK tries them all.
   *
   * @param option the option that names the file, for errors
   * @param subject the option and the file, for errors
   * @param password without one the integrity is not checked, and keys cannot be read
   */
  static KeyStoreContent jdk(
      String option, String subject, String type, byte[] content, Optional<char[]> password) {
    try {
      KeyStore store = KeyStore.getInstance(type);
      store.load(new ByteArrayInputStream(content), password.orElse(null));
      KeyStoreContent read =
          new KeyStoreContent(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (String alias : Collections.list(store.aliases())) {
        if (store.isCertificateEntry(alias)) {
          read.trusted.add((X509Certificate) store.getCertificate(alias));
        } else if (password.isPresent()
            && store.getKey(alias, password.get()) instanceof PrivateKey key) {
          read.keys.add(key);
          Certificate[] chain = store.getCertificateChain(alias);
          Stream.of(chain).map(X509Certificate.class::cast).forEach(read.others::add);
        }
      }
      return read;
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw cannotOpen(option, subject, e);
    }
  }

  /**
   * Reads a PKCS#12 store (RFC 7292). The JDK's reader takes no password outside of ASCII for the
   * encryption that OpenSSL 3 chooses, and leaves out without a word what it has no password for.
   */
  static KeyStoreContent pkcs12(
      String option,
      String subject,
      PKCS12PfxPdu store,
      Optional<char[]> password,
      Supplier<InvalidSettingException> passwordNeeded) {
    try {
      if (store.hasMac()) {
        requireMac(option, subject, store, password.orElseThrow(passwordNeeded));
      }
      KeyStoreContent read =
          new KeyStoreContent(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (ContentInfo part : store.getContentInfos()) {
        PKCS12SafeBagFactory bags =
            part.getContentType().equals(PKCSObjectIdentifiers.encryptedData)
                ? new PKCS12SafeBagFactory(
                    part, KeyEncryption.decryptor(subject, password.orElseThrow(passwordNeeded)))
                : new PKCS12SafeBagFactory(part);
        for (PKCS12SafeBag bag : bags.getSafeBags()) {
          read.add(subject, bag, () -> password.orElseThrow(passwordNeeded));
        }
      }
      return read;
    } catch (PKCSException | RuntimeException e) {
      throw Causes.find(e, InvalidSettingException.class)
          .orElseGet(() -> cannotOpen(option, subject, e));
    }
  }

  private static void requireMac(String option, String subject, PKCS12PfxPdu store, char[] secret)
      throws PKCSException {
    KeyEncryption.requireAffordable(
        subject, store.toASN1Structure().getMacData().getIterationCount());
    JcePKCS12MacCalculatorBuilderProvider macs =
        new JcePKCS12MacCalculatorBuilderProvider().setProvider(KeyEncryption.BOUNCY_CASTLE);
    if (!store.isMacValid(macs, secret)) {
      throw cannotOpen(
          option, subject, new GeneralSecurityException("wrong message authentication code"));
    }
  }

  /**
   * Adds one entry. Secret keys are passed over, as in the JDK's stores; other kinds are refused.
   */
  private void add(String subject, PKCS12SafeBag bag, Supplier<char[]> secret) {
    Object value = bag.getBagValue();
    if (value instanceof X509CertificateHolder holder) {
      boolean declared =
          bag.getAttributes() != null
              && Stream.of(bag.getAttributes())
                  .anyMatch(attribute -> attribute.getAttrType().equals(TRUSTED));
      (declared ? trusted : others).add(CredentialFile.certificate(subject, holder));
    } else if (value instanceof PKCS8EncryptedPrivateKeyInfo encrypted) {
      keys.add(ClientKey.decode(subject, KeyEncryption.decrypt(subject, encrypted, secret.get())));
    } else if (value instanceof PrivateKeyInfo key) {
      keys.add(ClientKey.decode(subject, key));
    } else if (!bag.getType().equals(PKCSObjectIdentifiers.secretBag)) {
      throw new InvalidSettingException(
          "%s: the key store has an entry that is neither a certificate nor a private key (%s);"
                  .formatted(subject, bag.getType())
              + " remove it");
    }
  }

  private static InvalidSettingException cannotOpen(
      String option, String subject, Exception cause) {
    return new InvalidSettingException(
        "%s: the password does not open the key store, or the store is damaged; check %sPassword"
            .formatted(subject, option),
        cause);
  }
}
