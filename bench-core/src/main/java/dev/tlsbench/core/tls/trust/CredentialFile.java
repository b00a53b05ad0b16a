package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.Causes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStore.PasswordProtection;
import java.security.KeyStore.PrivateKeyEntry;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;
import org.bouncycastle.util.io.pem.PemObjectParser;
import org.jspecify.annotations.Nullable;

/**
 * A file of certificates, revocation lists or keys: PEM, DER, PKCS#7, PKCS#12 or JKS, detected by
 * content. Every object in the file is used, or the file is refused.
 */
public final class CredentialFile {
  private static final int MEBIBYTES = 16;

  /** The version with which PKCS#12 stores begin (RFC 7292, section 4). */
  private static final int PKCS12 = 3;

  private static final Object STORE = "a key store";

  /** Written beside keys by OpenSSL and for HAProxy; clients do not need them. */
  private static final Object PARAMETERS = "parameters";

  private static final Pattern BOUNDARY = Pattern.compile("-----(BEGIN|END)");

  private final String option;
  private final String subject;
  private final byte[] content;

  /** Keys, stores, and the ASN.1 of certificates, lists and bundles. */
  private final List<Object> objects;

  public CredentialFile(String option, Path path) {
    this.option = option;
    this.subject = option + ": " + path;
    this.content = bytes(path);
    this.objects = objects();
  }

  private byte[] bytes(Path path) {
    try {
      return BoundedFile.bytes(subject, path, MEBIBYTES, "certificates and keys");
    } catch (IOException e) {
      throw refused(
          e,
          Files.isDirectory(path)
              ? " is a directory; name a file"
              : e instanceof NoSuchFileException
                  ? " does not exist; check the path"
                  : e instanceof AccessDeniedException
                      ? " may not be read by this user; check its permissions"
                      : " cannot be read (%s)");
    }
  }

  private List<Object> objects() {
    String ascii = new String(content, StandardCharsets.ISO_8859_1);
    try {
      if (ascii.contains("-\0-\0-")) {
        throw refused(" is text in UTF-16; save it as UTF-8 or ASCII");
      }
      if (BOUNDARY.matcher(ascii).find()) {
        return pem(new String(content, StandardCharsets.UTF_8).replaceAll("(?m)^\uFEFF+", ""));
      }
      if (ascii.startsWith("\u00FE\u00ED\u00FE\u00ED")) { // JKS
        return List.of(STORE);
      }
      if (ascii.startsWith("0")) { // a sequence in DER
        return der();
      }
    } catch (IOException | RuntimeException e) {
      throw refused(e, " is damaged, or in a form that is not read (%s); export it again as PEM");
    }
    throw refused(
        (content.length == 0 ? " is empty" : " is neither PEM nor DER nor a key store")
            + "; expected PEM blocks, DER, PKCS#7, PKCS#12 or JKS");
  }

  private List<Object> pem(String text) throws IOException {
    List<Object> blocks = new ArrayList<>();
    try (PEMParser parser = new Parser(text)) {
      for (Object next = parser.readObject(); next != null; next = parser.readObject()) {
        blocks.add(next);
      }
    }
    // The parser skips what it does not take for a block. With a NUL: a part in UTF-16 or UTF-32.
    long boundaries = BOUNDARY.matcher(text.replace("\0", "")).results().count();
    if (boundaries != 2L * blocks.size()) {
      throw refused(
          (" has '-----BEGIN' or '-----END' %s times, but %s whole PEM blocks; a PEM boundary needs"
                  + " a line of its own (a file that ends without a line break was probably joined"
                  + " with another one)")
              .formatted(boundaries, blocks.size()));
    }
    blocks.removeIf(PARAMETERS::equals);
    return blocks;
  }

  private List<Object> der() throws IOException {
    List<Object> read = new ArrayList<>();
    try (ASN1InputStream input = new ASN1InputStream(content)) {
      for (Object next = input.readObject(); next != null; next = input.readObject()) {
        ASN1Sequence sequence = ASN1Sequence.getInstance(next);
        if (sequence.getObjectAt(0) instanceof ASN1Integer version) {
          read.add(version.hasValue(PKCS12) ? STORE : PrivateKeyInfo.getInstance(sequence));
        } else if (sequence.getObjectAt(1) instanceof ASN1OctetString) {
          read.add(new PKCS8EncryptedPrivateKeyInfo(EncryptedPrivateKeyInfo.getInstance(sequence)));
        } else {
          read.add(sequence);
        }
      }
    }
    return read;
  }

  /** Leaves certificates and lists to the JDK, and knows more labels. */
  private static final class Parser extends PEMParser {
    @SuppressWarnings("unchecked") // a map without types
    Parser(String text) {
      super(new StringReader(text));
      PemObjectParser asn1 = block -> ASN1Primitive.fromByteArray(block.getContent());
      for (String label :
          List.of(
              TYPE_CERTIFICATE,
              TYPE_X509_CERTIFICATE,
              TYPE_TRUSTED_CERTIFICATE,
              TYPE_X509_CRL,
              TYPE_PKCS7,
              TYPE_CMS,
              "PKCS #7 SIGNED DATA")) {
        parsers.put(label, asn1);
      }
      PemObjectParser parameters = block -> PARAMETERS;
      parsers.put(TYPE_EC_PARAMETERS, parameters);
      parsers.put("DH PARAMETERS", parameters);
    }
  }

  /**
   * Returns the trusted certificates: all in a PEM, DER or PKCS#7 file, and those that a key store
   * marks as trusted.
   */
  public List<X509Certificate> authorities(Optional<String> password) {
    List<Object> trusted = isKeyStore() ? fromStore(password, CredentialFile::trusted) : objects;
    if (trusted.isEmpty() && password.isEmpty() && isKeyStore()) {
      throw passwordNeeded();
    }
    return certificates(trusted);
  }

  private static List<Object> trusted(KeyStore store) throws GeneralSecurityException {
    List<Object> trusted = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isCertificateEntry(alias)) {
        trusted.add(ASN1Sequence.getInstance(store.getCertificate(alias).getEncoded()));
      }
    }
    return trusted;
  }

  public Collection<X509CRL> revocationLists() {
    return x509(objects, X509CRL.class, "revocation list", "'BEGIN X509 CRL', or DER");
  }

  /**
   * Returns the revocation lists in a directory that {@code openssl rehash} has prepared. Their
   * names begin with a hash of the issuer, by which OpenSSL finds one; here all are read.
   */
  public static List<Path> revocationLists(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> lists =
          files
              .filter(file -> file.getFileName().toString().matches("[0-9a-f]{8}\\.r[0-9]+"))
              .sorted()
              .toList();
      if (lists.isEmpty()) {
        throw new InvalidSettingException(
            "revocation lists: %s has none with a name such as 1a2b3c4d.r0; run openssl rehash on it"
                .formatted(directory));
      }
      return lists;
    } catch (IOException e) {
      throw new InvalidSettingException(
          "revocation lists: " + directory + " cannot be read as a directory; check the path", e);
    }
  }

  ClientKey clientKey(Optional<String> password) {
    if (isKeyStore()) {
      char[] secret = password.orElseThrow(this::passwordNeeded).toCharArray();
      return fromStore(password, store -> storedKey(store, secret));
    }
    List<Object> keys = objects.stream().filter(CredentialFile::isKey).toList();
    List<Object> others = objects.stream().filter(object -> !isKey(object)).toList();
    return ClientKey.of(subject, privateKey(keys, password), certificates(others));
  }

  ClientKey clientKey(Path keyFile, Optional<String> password) {
    if (isKeyStore()) {
      throw refused(
          " is a key store, which holds the key too; do not name " + keyFile + " besides");
    }
    CredentialFile key = new CredentialFile(option, keyFile);
    if (key.isKeyStore()) {
      throw key.refused(" is a key store; name it for the certificate too, or a file with the key");
    }
    return ClientKey.of(key.subject, key.privateKey(key.objects, password), certificates(objects));
  }

  private ClientKey storedKey(KeyStore store, char[] secret)
      throws GeneralSecurityException, IOException {
    List<PrivateKeyEntry> keys = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificateChain(alias) != null
          && store.getEntry(alias, new PasswordProtection(secret)) instanceof PrivateKeyEntry key) {
        keys.add(key);
      }
    }
    if (keys.size() != 1) {
      throw refused(
          (": the key store has %s private keys with their certificates in it; expected one, as"
                  + " 'openssl pkcs12 -export -in client.crt -inkey client.key' writes")
              .formatted(keys.isEmpty() ? "no" : keys.size()));
    }
    List<Object> chain = new ArrayList<>();
    for (Certificate certificate : keys.get(0).getCertificateChain()) {
      chain.add(ASN1Sequence.getInstance(certificate.getEncoded()));
    }
    byte[] key = keys.get(0).getPrivateKey().getEncoded();
    return ClientKey.of(
        subject, ClientKey.decode(PrivateKeyInfo.getInstance(key)), certificates(chain));
  }

  private List<X509Certificate> certificates(List<Object> all) {
    return x509(
        all,
        X509Certificate.class,
        "certificate",
        "'BEGIN CERTIFICATE', DER, or trusted entries of a key store, as 'keytool -importcert' makes");
  }

  private <T> List<T> x509(List<Object> all, Class<T> type, String title, String label) {
    List<T> read = new ArrayList<>();
    for (Object object : all) {
      if (!(object instanceof ASN1Sequence sequence)) {
        throw refused(
            ": %s where only a %s may be; remove it from this file"
                .formatted(title(object), title));
      }
      try {
        boolean lists = type == X509CRL.class;
        byte[] encoded = sequence.getEncoded();
        Collection<?> found = x509(encoded, lists);
        boolean bundle = sequence.getObjectAt(0) instanceof ASN1ObjectIdentifier;
        if (found.isEmpty() || (bundle && !x509(encoded, !lists).isEmpty())) {
          throw new IOException("a PKCS#7 bundle of something else");
        }
        found.forEach(one -> read.add(type.cast(one)));
      } catch (IOException | GeneralSecurityException | RuntimeException e) {
        throw refused(
            e,
            ": something cannot be read as a "
                + title
                + " (%s); remove it, or have it issued again");
      }
    }
    if (read.isEmpty()) {
      throw refused(" has no %s in it; expected PEM blocks %s".formatted(title, label));
    }
    return read;
  }

  private static Collection<?> x509(byte[] encoded, boolean lists) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    ByteArrayInputStream input = new ByteArrayInputStream(encoded);
    return lists ? factory.generateCRLs(input) : factory.generateCertificates(input);
  }

  private static boolean isKey(Object object) {
    return object instanceof PrivateKeyInfo
        || object instanceof PEMKeyPair
        || object instanceof PEMEncryptedKeyPair
        || object instanceof PKCS8EncryptedPrivateKeyInfo;
  }

  private static String title(Object object) {
    return isKey(object) ? "a private key" : "something else";
  }

  private PrivateKey privateKey(List<Object> all, Optional<String> password) {
    if (all.isEmpty()) {
      throw refused(
          " has no private key in it; expected PEM blocks 'BEGIN PRIVATE KEY', 'BEGIN RSA PRIVATE"
              + " KEY', 'BEGIN EC PRIVATE KEY' or 'BEGIN ENCRYPTED PRIVATE KEY', or PKCS#8 in DER");
    }
    Object key = all.get(0);
    if (all.size() > 1 || !isKey(key)) {
      throw refused(
          ": %s where only one private key may be; remove what is not used"
              .formatted(title(all.get(all.size() - 1))));
    }
    try {
      return ClientKey.decode(
          key instanceof PEMKeyPair pair
              ? pair.getPrivateKeyInfo()
              : key instanceof PEMEncryptedKeyPair pair
                  ? pair.decryptKeyPair(
                          new JcePEMDecryptorProviderBuilder()
                              .setProvider(ClientKey.BouncyCastle.PROVIDER)
                              .build(secret(password)))
                      .getPrivateKeyInfo()
                  : key instanceof PKCS8EncryptedPrivateKeyInfo encrypted
                      ? encrypted.decryptPrivateKeyInfo(
                          new JcePKCSPBEInputDecryptorProviderBuilder()
                              .setProvider(ClientKey.BouncyCastle.PROVIDER)
                              .build(secret(password)))
                      : (PrivateKeyInfo) key);
    } catch (IOException | PKCSException | RuntimeException e) {
      throw refused(
          e,
          key instanceof PEMEncryptedKeyPair || key instanceof PKCS8EncryptedPrivateKeyInfo
              ? ": the password does not decrypt the private key (%s); check which key it belongs"
                  + " to, or encrypt it as 'openssl pkcs8 -topk8' does"
              : ": the private key cannot be used (%s); expected RSA, EC, Ed25519 or Ed448");
    }
  }

  private char[] secret(Optional<String> password) {
    return password
        .orElseThrow(
            () ->
                refused(
                    ": the private key is encrypted; give its password"
                        + " (tlsCertificateKeyFilePassword, ssl-key-password or"
                        + " tls.certificateKeyFilePassword)"))
        .toCharArray();
  }

  private boolean isKeyStore() {
    return objects.equals(List.of(STORE));
  }

  private interface StoreReader<T> {
    T read(KeyStore store) throws GeneralSecurityException, IOException;
  }

  /** Reads a key store by the JDK, or else by Bouncy Castle, which knows more of PKCS#12. */
  private <T> T fromStore(Optional<String> password, StoreReader<T> reader) {
    char @Nullable [] secret = password.map(String::toCharArray).orElse(null);
    try {
      return reader.read(load(KeyStore.getInstance(content[0] == '0' ? "PKCS12" : "JKS"), secret));
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      try {
        return reader.read(
            load(KeyStore.getInstance("PKCS12", ClientKey.BouncyCastle.PROVIDER), secret));
      } catch (IOException | GeneralSecurityException | RuntimeException ofBouncyCastle) {
        throw refused(
            ofBouncyCastle instanceof InvalidSettingException ? ofBouncyCastle : e,
            ": the password does not open the key store, or the store is damaged (%s); check "
                + option
                + "Password");
      }
    }
  }

  private KeyStore load(KeyStore store, char @Nullable [] secret)
      throws GeneralSecurityException, IOException {
    store.load(new ByteArrayInputStream(content), secret);
    return store;
  }

  private InvalidSettingException passwordNeeded() {
    return refused(" is a key store; give its password (" + option + "Password)");
  }

  private InvalidSettingException refused(String reason) {
    return new InvalidSettingException(subject + reason);
  }

  /** Returns the error for a failure, whose message takes the place of {@code %s}. */
  private InvalidSettingException refused(Exception failure, String reason) {
    return failure instanceof InvalidSettingException known
        ? known
        : new InvalidSettingException(subject + reason.formatted(Causes.words(failure)), failure);
  }
}
