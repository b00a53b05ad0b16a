package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.Causes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.CertificateTrustBlock;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.X509TrustedCertificateBlock;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/**
 * A file of certificates, revocation lists or keys: PEM, DER, PKCS#7, PKCS#12, JKS or JCEKS,
 * detected by content. Every object in the file is used, or the file is refused.
 */
public final class CredentialFile {
  private static final int MEBIBYTES = 16;
  private static final int JKS = 0xFEEDFEED;
  private static final int JCEKS = 0xCECECECE;
  private static final Set<String> BUNDLES = Set.of("PKCS7", "PKCS #7 SIGNED DATA", "CMS");

  private final String option;
  private final String subject;
  private final byte[] content;

  /** A kind of object, with the labels of its PEM blocks. */
  private enum Kind {
    CERTIFICATE("certificates", Set.of("CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE")),
    REVOCATION_LIST("revocation lists", Set.of("X509 CRL")),
    PRIVATE_KEY(
        "a private key",
        Set.of("PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY")),
    /** Written beside keys by OpenSSL and for HAProxy; clients do not need them. */
    PARAMETERS("parameters", Set.of("EC PARAMETERS", "DH PARAMETERS"));

    final String title;

    @SuppressWarnings("ImmutableEnumChecker") // of Set.of
    final Set<String> labels;

    Kind(String title, Set<String> labels) {
      this.title = title;
      this.labels = labels;
    }

    boolean mayBeIn(String label) {
      return labels.contains(label)
          || ((this == CERTIFICATE || this == REVOCATION_LIST) && BUNDLES.contains(label));
    }

    /** Returns the kind of an object that {@link DerObject} found; a store counts as its key. */
    static Kind of(Object object) {
      return object instanceof X509CertificateHolder
              || object instanceof X509TrustedCertificateBlock
          ? CERTIFICATE
          : object instanceof X509CRLHolder ? REVOCATION_LIST : PRIVATE_KEY;
    }
  }

  /** One object of a file. */
  private record Found(String place, Kind kind, Object object) {}

  private CredentialFile(String option, Path path, byte[] content) {
    this.option = option;
    this.subject = option + ": " + path;
    this.content = content;
  }

  /** Reads a file. */
  public static CredentialFile read(String option, Path path) {
    byte[] content = bytes(option, path);
    if (PemText.isUtf16(content)) {
      throw new InvalidSettingException(
          "%s: %s is text in UTF-16; save it as UTF-8 or ASCII".formatted(option, path));
    }
    return new CredentialFile(option, path, content);
  }

  private static byte[] bytes(String option, Path path) {
    try {
      if (Files.isDirectory(path)) {
        throw new InvalidSettingException(option + ": " + path + " is a directory; name a file");
      }
      byte[] content =
          BoundedFile.bytes(option + ": " + path, path, MEBIBYTES, "certificates and keys");
      if (content.length == 0) {
        throw new InvalidSettingException(
            option + ": " + path + " is empty; expected PEM, DER, PKCS#12 or JKS");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw new InvalidSettingException(
          option + ": " + path + " does not exist; check the path", e);
    } catch (AccessDeniedException e) {
      throw new InvalidSettingException(
          option + ": " + path + " may not be read by this user; check its permissions", e);
    } catch (IOException e) {
      throw new InvalidSettingException(option + ": " + path + " cannot be read", e);
    }
  }

  /**
   * Returns the trusted certificates: all in a PEM, DER or PKCS#7 file, and those that a key store
   * marks as trusted.
   */
  public List<X509Certificate> authorities(Optional<String> password) {
    Optional<KeyStoreContent> store = keyStore(password);
    if (store.isEmpty()) {
      List<Found> all = objects(EnumSet.of(Kind.CERTIFICATE));
      all.forEach(CredentialFile::requireTrust);
      return certificates(all);
    }
    if (store.get().trusted().isEmpty()) {
      throw new InvalidSettingException(
          subject
              + ": the key store has no trusted certificate in it; expected trusted certificate"
              + " entries, as 'keytool -importcert' makes, or a PEM file");
    }
    return store.get().trusted();
  }

  /** Returns the revocation lists, at least one. */
  public Collection<X509CRL> revocationLists() {
    JcaX509CRLConverter converter = new JcaX509CRLConverter();
    List<X509CRL> lists = new ArrayList<>();
    for (Found found : objects(EnumSet.of(Kind.REVOCATION_LIST))) {
      try {
        lists.add(converter.getCRL((X509CRLHolder) found.object()));
      } catch (CRLException | RuntimeException e) {
        throw new InvalidSettingException(
            found.place() + ": the revocation list cannot be read; fetch it again", e);
      }
    }
    return lists;
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
            "revocation lists: "
                + directory
                + " has none with a name such as 1a2b3c4d.r0; run openssl rehash on it");
      }
      return lists;
    } catch (IOException e) {
      throw new InvalidSettingException(
          "revocation lists: " + directory + " cannot be read as a directory; check the path", e);
    }
  }

  /** Returns the client's chain and key from one file. */
  ClientKey clientKey(Optional<String> password) {
    Optional<KeyStoreContent> store = keyStore(password);
    if (store.isPresent()) {
      return storedKey(store.get(), password);
    }
    List<Found> all = objects(EnumSet.of(Kind.CERTIFICATE, Kind.PRIVATE_KEY, Kind.PARAMETERS));
    return ClientKey.of(subject, privateKey(all, password), certificates(all));
  }

  /** Returns the client's chain from this file, and its key from another. */
  ClientKey clientKey(Path keyFile, Optional<String> password) {
    if (isKeyStore()) {
      throw new InvalidSettingException(
          "%s is a key store, which holds the key too; do not name %s besides"
              .formatted(subject, keyFile));
    }
    CredentialFile key = read(option, keyFile);
    if (key.isKeyStore()) {
      throw new InvalidSettingException(
          key.subject + " is a key store; name it for the certificate too, or a file with the key");
    }
    return ClientKey.of(
        key.subject,
        key.privateKey(key.objects(EnumSet.of(Kind.PRIVATE_KEY, Kind.PARAMETERS)), password),
        certificates(objects(EnumSet.of(Kind.CERTIFICATE, Kind.PARAMETERS))));
  }

  private ClientKey storedKey(KeyStoreContent store, Optional<String> password) {
    if (isJdkStore() && password.isEmpty()) {
      throw passwordNeeded();
    }
    if (store.keys().size() != 1) {
      throw new InvalidSettingException(
          store.keys().isEmpty()
              ? subject + ": the key store has no private key in it"
              : "%s: the key store has %s private keys; keep the one to be used"
                  .formatted(subject, store.keys().size()));
    }
    return ClientKey.ofStore(store.keys().get(0), store.others())
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    subject
                        + ": the key store has a private key and no certificate for it; export"
                        + " both, as 'openssl pkcs12 -export -in client.crt -inkey client.key'"
                        + " does"));
  }

  private List<X509Certificate> certificates(List<Found> all) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Found found : all) {
      if (found.object() instanceof X509CertificateHolder holder) {
        certificates.add(certificate(found.place(), holder));
      } else if (found.object() instanceof X509TrustedCertificateBlock block) {
        certificates.add(certificate(found.place(), block.getCertificateHolder()));
      }
    }
    if (certificates.isEmpty()) {
      throw nothing("certificate", "'BEGIN CERTIFICATE'");
    }
    return certificates;
  }

  static X509Certificate certificate(String place, X509CertificateHolder holder) {
    try {
      return new JcaX509CertificateConverter().getCertificate(holder);
    } catch (CertificateException | RuntimeException e) {
      String reason = String.valueOf(Causes.of(e).reduce(e, (above, cause) -> cause).getMessage());
      throw new InvalidSettingException(
          "%s: the JDK cannot read the certificate: %s%s; have it issued again"
              .formatted(
                  place,
                  reason,
                  reason.contains("subject field is empty") ? " (RFC 5280, 4.2.1.6)" : ""),
          e);
    }
  }

  /** OpenSSL's trust data (openssl-x509, "Trust Settings") may restrict the uses of a root. */
  private static void requireTrust(Found found) {
    if (!(found.object() instanceof X509TrustedCertificateBlock block)
        || block.getTrustBlock() == null) {
      return;
    }
    CertificateTrustBlock trust = block.getTrustBlock();
    if (namesServers(trust.getProhibitions())
        || (!trust.getUses().isEmpty() && !namesServers(trust.getUses()))) {
      throw new InvalidSettingException(
          "%s: the trust data of %s do not allow it to vouch for TLS servers; remove that block"
              .formatted(found.place(), block.getCertificateHolder().getSubject()));
    }
  }

  private static boolean namesServers(Set<ASN1ObjectIdentifier> purposes) {
    return purposes.contains(KeyPurposeId.id_kp_serverAuth.toOID())
        || purposes.contains(KeyPurposeId.anyExtendedKeyUsage.toOID());
  }

  private PrivateKey privateKey(List<Found> all, Optional<String> password) {
    List<Found> keys = all.stream().filter(found -> found.kind() == Kind.PRIVATE_KEY).toList();
    if (keys.isEmpty()) {
      throw nothing(
          "private key",
          "'BEGIN PRIVATE KEY', 'BEGIN RSA PRIVATE KEY', 'BEGIN EC PRIVATE KEY' or 'BEGIN ENCRYPTED"
              + " PRIVATE KEY'");
    }
    if (keys.size() > 1) {
      throw new InvalidSettingException(
          keys.get(1).place() + ": a second private key; keep the one to be used");
    }
    String place = keys.get(0).place();
    if (keys.get(0).object() instanceof PrivateKeyInfo key) {
      return ClientKey.decode(place, key);
    }
    char[] secret =
        password
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        place
                            + ": the private key is encrypted; give its password"
                            + " (tlsCertificateKeyFilePassword, ssl-key-password or"
                            + " tls.certificateKeyFilePassword)"))
            .toCharArray();
    return ClientKey.decode(
        place,
        keys.get(0).object() instanceof PEMEncryptedKeyPair pair
            ? KeyEncryption.decrypt(place, pair, secret)
            : KeyEncryption.decrypt(
                place, (PKCS8EncryptedPrivateKeyInfo) keys.get(0).object(), secret));
  }

  private InvalidSettingException nothing(String what, String labels) {
    return new InvalidSettingException(
        "%s has no %s in it; expected PEM blocks %s, or DER".formatted(subject, what, labels));
  }

  private boolean isKeyStore() {
    return isJdkStore() || store().isPresent();
  }

  private boolean isJdkStore() {
    return magic() == JKS || magic() == JCEKS;
  }

  private int magic() {
    return content.length < 4 ? 0 : ByteBuffer.wrap(content).getInt();
  }

  private Optional<PKCS12PfxPdu> store() {
    if (!DerObject.isDer(content)) {
      return Optional.empty();
    }
    List<Object> all = der();
    Optional<PKCS12PfxPdu> store =
        all.stream()
            .filter(PKCS12PfxPdu.class::isInstance)
            .map(PKCS12PfxPdu.class::cast)
            .findFirst();
    if (store.isPresent() && all.size() > 1) {
      throw KeyStoreContent.moreThanStore(subject);
    }
    return store;
  }

  private Optional<KeyStoreContent> keyStore(Optional<String> password) {
    Optional<char[]> secret = password.map(String::toCharArray);
    if (isJdkStore()) {
      return Optional.of(
          KeyStoreContent.jdk(option, subject, magic() == JKS ? "JKS" : "JCEKS", content, secret));
    }
    boolean empty = secret.isPresent() && secret.get().length == 0;
    return store()
        .map(
            store ->
                empty && store.hasMac()
                    ? KeyStoreContent.jdk(option, subject, "PKCS12", content, secret)
                    : KeyStoreContent.pkcs12(option, subject, store, secret, this::passwordNeeded));
  }

  private InvalidSettingException passwordNeeded() {
    return new InvalidSettingException(
        subject + " is a key store; give its password (" + option + "Password)");
  }

  private List<Object> der() {
    try {
      return DerObject.read(content);
    } catch (IOException e) {
      throw new InvalidSettingException(
          "%s cannot be read as DER or PKCS#12: %s; expected certificates, revocation lists or keys"
              .formatted(subject, e.getMessage()),
          e);
    }
  }

  /** Returns all objects of a file that is not a key store; unexpected kinds are refused. */
  private List<Found> objects(Set<Kind> expected) {
    List<Found> found = new ArrayList<>();
    if (DerObject.isDer(content)) {
      for (Object object : der()) {
        requireExpected(expected, Kind.of(object), subject);
        found.add(new Found(subject, Kind.of(object), object));
      }
      return found;
    }
    if (!PemText.isPem(content)) {
      throw new InvalidSettingException(
          subject
              + " is neither PEM nor DER nor a key store; expected PEM blocks, DER, PKCS#7, PKCS#12"
              + " or JKS");
    }
    for (PemText.Block block : PemText.blocks(subject, content)) {
      found.addAll(objects(expected, block));
    }
    return found;
  }

  private List<Found> objects(Set<Kind> expected, PemText.Block block) {
    String place = "%s, line %s".formatted(subject, block.line());
    if (expected.stream().noneMatch(kind -> kind.mayBeIn(block.type()))) {
      throw unexpected(expected, place, "a PEM block '" + block.type() + "'");
    }
    if (Kind.PARAMETERS.labels.contains(block.type())) {
      return List.of(new Found(place, Kind.PARAMETERS, block));
    }
    try {
      List<Found> found = new ArrayList<>();
      for (Object object : decoded(block)) {
        Kind kind = Kind.of(object);
        requireExpected(expected, kind, place);
        if (!kind.mayBeIn(block.type())) {
          throw new IOException("it holds something else");
        }
        found.add(new Found(place, kind, object));
      }
      return found;
    } catch (IOException | RuntimeException e) {
      if (e instanceof InvalidSettingException known) {
        throw known;
      }
      throw new InvalidSettingException(
          "%s: the PEM block '%s' is damaged (%s); export the file again"
              .formatted(place, block.type(), e.getMessage()),
          e);
    }
  }

  private static List<Object> decoded(PemText.Block block) throws IOException {
    if (block.type().equals("TRUSTED CERTIFICATE")) {
      return List.of(trusted(block.decoded()));
    }
    if (block.hasHeaders()) {
      return List.of(block.encryptedPair());
    }
    List<Object> objects = DerObject.read(block.decoded());
    if (objects.size() != 1 && !BUNDLES.contains(block.type())) {
      throw new IOException("it holds " + objects.size() + " objects");
    }
    return objects;
  }

  /** Reads a certificate and its trust data; Bouncy Castle passes over what follows them. */
  private static X509TrustedCertificateBlock trusted(byte[] encoded) throws IOException {
    try (ASN1InputStream input = new ASN1InputStream(encoded)) {
      input.readObject();
      input.readObject();
      if (input.available() > 0) {
        throw new IOException("it holds more than a certificate and its trust data");
      }
    }
    X509TrustedCertificateBlock block = new X509TrustedCertificateBlock(encoded);
    if (block.getTrustBlock() != null) {
      block.getTrustBlock().getUses();
      block.getTrustBlock().getProhibitions();
    }
    return block;
  }

  private static void requireExpected(Set<Kind> expected, Kind kind, String place) {
    if (!expected.contains(kind)) {
      throw unexpected(expected, place, kind.title);
    }
  }

  private static InvalidSettingException unexpected(Set<Kind> expected, String place, String what) {
    return new InvalidSettingException(
        "%s: %s where only %s may be; remove it from this file"
            .formatted(
                place,
                what,
                expected.stream().map(kind -> kind.title).collect(Collectors.joining(", "))));
  }
}
