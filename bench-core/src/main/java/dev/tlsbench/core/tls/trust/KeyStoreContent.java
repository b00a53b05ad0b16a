package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.Causes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
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
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;
import org.bouncycastle.operator.bc.BcDefaultDigestProvider;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS12SafeBag;
import org.bouncycastle.pkcs.PKCS12SafeBagFactory;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.bc.BcPKCS12MacCalculatorBuilderProvider;

/** The certificates and keys in a key store. */
record KeyStoreContent(
    List<X509Certificate> trusted, List<X509Certificate> others, List<PrivateKey> keys) {
  /** Types of entries of JKS and JCEKS stores. */
  private static final int KEY = 1;

  private static final int SECRET_KEY = 3;

  /** The length of the digest at the end of a JKS or JCEKS store. */
  private static final int DIGEST = 20;

  /** The JDK's mark of a trusted certificate in a PKCS#12 store. */
  private static final ASN1ObjectIdentifier TRUSTED =
      new ASN1ObjectIdentifier("2.16.840.1.113894.746875.1.1");

  /**
   * Reads a store by the JDK: JKS, JCEKS, or a PKCS#12 store with an empty password, from which
   * programs derive different keys; the JDK tries them all.
   *
   * @param password without one the integrity is not checked, and keys cannot be read
   */
  static KeyStoreContent jdk(
      String option, String subject, String type, byte[] content, Optional<char[]> password) {
    try {
      KeyStore store = KeyStore.getInstance(type);
      store.load(new ByteArrayInputStream(content), password.orElse(null));
      if (!type.equals("PKCS12") && length(content) < content.length) {
        throw moreThanStore(subject);
      }
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
    } catch (UnrecoverableKeyException e) {
      throw new InvalidSettingException(
          subject
              + ": the password opens the key store, but not the private key in it; give both the"
              + " same password, as 'keytool -keypasswd' does",
          e);
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw cannotOpen(option, subject, e);
    }
  }

  /**
   * Returns the length of a JKS or JCEKS store; the JDK ignores any data after it. The length of a
   * secret key is unknown, so a store with one has the file's length.
   */
  private static int length(byte[] content) throws IOException {
    DataInputStream store = new DataInputStream(new ByteArrayInputStream(content));
    store.skipNBytes(Integer.BYTES);
    int version = store.readInt();
    for (int entries = store.readInt(); entries > 0; entries--) {
      int kind = store.readInt();
      store.readUTF();
      store.skipNBytes(Long.BYTES);
      if (kind == SECRET_KEY) {
        return content.length;
      }
      if (kind == KEY) {
        store.skipNBytes(store.readInt());
      }
      for (int chain = kind == KEY ? store.readInt() : 1; chain > 0; chain--) {
        if (version > 1) {
          store.readUTF();
        }
        store.skipNBytes(store.readInt());
      }
    }
    return content.length - store.available() + DIGEST;
  }

  /** Returns the error for a file with data after the store. */
  static InvalidSettingException moreThanStore(String subject) {
    return new InvalidSettingException(
        subject + ": something follows the key store in this file; keep one store in a file");
  }

  /**
   * Reads a PKCS#12 store (RFC 7292). The JDK's reader accepts only ASCII passwords for the
   * encryption that OpenSSL 3 chooses, and silently omits entries that the password does not open.
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

  private static void requireMac(String option, String subject, PKCS12PfxPdu store, char[] secret) {
    KeyEncryption.requireAffordable(
        subject, store.toASN1Structure().getMacData().getIterationCount());
    boolean valid;
    try {
      valid =
          store.isMacValid(
              new BcPKCS12MacCalculatorBuilderProvider(BcDefaultDigestProvider.INSTANCE), secret);
    } catch (PKCSException | RuntimeException e) {
      throw new InvalidSettingException(
          "%s: the integrity of the key store is protected by %s, which is not supported; export it"
                  .formatted(
                      subject,
                      new DefaultAlgorithmNameFinder().getAlgorithmName(store.getMacAlgorithmID()))
              + " again, as 'openssl pkcs12 -export' does",
          e);
    }
    if (!valid) {
      throw cannotOpen(
          option, subject, new GeneralSecurityException("wrong message authentication code"));
    }
  }

  /** Adds one entry. Skips secret keys, as in the JDK's stores; refuses other types. */
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
