package dev.tlsbench.embedded;

import static dev.tlsbench.embedded.TestAuthority.der;

import dev.tlsbench.core.tls.TlsProvider;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;

/** A certificate that is no good, which check finds out, and what the client then says. */
enum ServerFlaw {
  EXPIRED(Check.CHAIN, "the certificate of CN=localhost expired on 20", "renew it") {
    @Override
    Identity make() {
      return ofTrusted(
          request ->
              request
                  .validFrom(Instant.now().minus(Duration.ofDays(2)))
                  .validUntil(Instant.now().minus(Duration.ofDays(1))));
    }
  },
  NOT_YET_VALID(Check.CHAIN, "of CN=localhost is not valid before 20", "clocks") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.validFrom(Instant.now().plus(Duration.ofDays(1))));
    }
  },
  EXPIRED_INTERMEDIATE(
      Check.CHAIN, "the certificate of CN=tlsbench throw-away CA 1 expired on 20", "renew it") {
    @Override
    Identity make() {
      Instant past = Instant.now().minus(Duration.ofDays(1));
      CertificateAuthority old =
          CertificateAuthority.builder()
              .intermediates(1)
              .validFrom(past.minus(Duration.ofDays(9)))
              .validUntil(past)
              .build();
      return new Identity(old, old.issueServer());
    }
  },
  /** Refused by OpenSSL, and once here; the JDK does not look at the dates of a trust anchor. */
  EXPIRED_AUTHORITY(Check.NONE, "", "") {
    @Override
    Identity make() {
      Instant past = Instant.now().minus(Duration.ofDays(1));
      CertificateAuthority old =
          CertificateAuthority.builder()
              .validFrom(past.minus(Duration.ofDays(9)))
              .validUntil(past)
              .build();
      return new Identity(old, old.issueServer());
    }
  },
  OTHER_AUTHORITY(
      Check.CHAIN,
      "no trusted authority issued the certificate of CN=localhost (its issuer is CN=other)",
      "that authority is not in ") {
    @Override
    Identity make() {
      return new Identity(
          TRUSTED, CertificateAuthority.builder().commonName("other").build().issueServer());
    }
  },
  /** An authority that calls itself as the trusted one does. */
  FORGED_AUTHORITY(
      Check.CHAIN,
      "the certificate of CN=localhost was not signed by CN=tlsbench throw-away CA",
      "an older authority of that name") {
    @Override
    Identity make() {
      return new Identity(TRUSTED, CertificateAuthority.create().issueServer());
    }
  },
  /** The root is known and its intermediate authority is not, for the server does not send it. */
  MISSING_INTERMEDIATE(
      Check.CHAIN,
      "no trusted authority issued the certificate of CN=localhost (its issuer is CN=tlsbench"
          + " throw-away CA 1)",
      "the server sends no certificate that leads to one in it") {
    @Override
    Identity make() {
      CertificateAuthority authority = CertificateAuthority.builder().intermediates(1).build();
      IssuedCertificate whole = authority.issueServer();
      return new Identity(
          authority, new IssuedCertificate(whole.chain().subList(0, 1), whole.privateKey()));
    }
  },
  SELF_SIGNED(
      Check.CHAIN,
      "no trusted authority issued the certificate of CN=self-signed (CN=self-signed signed"
          + " itself)",
      "ca.pem") {
    @Override
    Identity make() {
      return new Identity(TRUSTED, SelfSigned.forLocalhost());
    }
  },
  INTERMEDIATE_WITHOUT_CA(
      Check.CHAIN,
      "the certificate of CN=tlsbench throw-away CA 1, which issued that of CN=localhost, is not"
          + " that of an authority (basic constraints without CA)",
      "was not made by its authority") {
    @Override
    Identity make() {
      return ofIntermediate("2.5.29.19", new BasicConstraints(false));
    }
  },
  INTERMEDIATE_MAY_NOT_SIGN(
      Check.CHAIN,
      "the certificate of CN=tlsbench throw-away CA 1, which issued that of CN=localhost, may not"
          + " sign certificates (key usage)",
      "was not made by its authority") {
    @Override
    Identity make() {
      return ofIntermediate("2.5.29.15", new KeyUsage(KeyUsage.digitalSignature));
    }
  },
  PATH_TOO_LONG(Check.CHAIN, "(path length), and the chain has more", "issued higher up") {
    @Override
    Identity make() {
      TestAuthority last =
          TestAuthority.under(
              TRUSTED,
              request -> request.extension("2.5.29.19", true, der(new BasicConstraints(0))));
      return new Identity(
          TRUSTED,
          last.authority(request -> request.commonName("below")).issue(request -> request));
    }
  },
  /** Nothing is wrong with it: RFC 5280 knows no limit, and all four take this many. */
  CHAIN_OF_TEN(Check.NONE, "", "") {
    @Override
    Identity make() {
      CertificateAuthority authority = CertificateAuthority.builder().intermediates(9).build();
      return new Identity(authority, authority.issueServer());
    }
  },
  NAME_CONSTRAINTS(
      Check.CHAIN,
      "the certificate of CN=localhost is for a name that an authority above it may not vouch for"
          + " (name constraints)",
      "issued by another authority") {
    @Override
    Identity make() {
      return ofSub(request -> request.extension("2.5.29.30", true, permitting()));
    }
  },
  /**
   * Refused by OpenSSL, and once here; the JDK does not apply the constraints of a trust anchor.
   */
  ANCHOR_NAME_CONSTRAINTS(Check.NONE, "", "") {
    @Override
    Identity make() {
      TestAuthority root =
          TestAuthority.root(request -> request.extension("2.5.29.30", true, permitting()));
      return new Identity(root.certificate(), root.issue(request -> request));
    }
  },
  /** Once refused under all implementations; now by those with a limit of their own. */
  CHAIN_OF_ELEVEN(
      Check.OF_IMPLEMENTATION,
      "the server's certificate, or one that came with it, cannot be read",
      "") {
    @Override
    Identity make() {
      CertificateAuthority authority = CertificateAuthority.builder().intermediates(10).build();
      return new Identity(authority, authority.issueServer());
    }
  },
  DSA(
      Check.CHAIN,
      "the certificate of CN=localhost is signed with SHA256withDSA, which TLS 1.3 does not have",
      "the server needs another one") {
    @Override
    Identity make() {
      TestAuthority root =
          TestAuthority.root(request -> request.keyPair(TestAuthority.key("DSA", 2048)));
      return new Identity(root.certificate(), root.issue(request -> request));
    }
  },
  KEY_USAGE(
      Check.ALWAYS,
      "the server's certificate may not be used for digital signatures (key usage)",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofTrusted(
          request ->
              request.extension("2.5.29.15", true, der(new KeyUsage(KeyUsage.keyEncipherment))));
    }
  },
  EXTENDED_KEY_USAGE(
      Check.CHAIN,
      "the certificate of CN=localhost is not for TLS servers (extended key usage without"
          + " serverAuth)",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofTrusted(
          request ->
              request.extension(
                  "2.5.29.37", false, der(new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth))));
    }
  },
  UNKNOWN_CRITICAL_EXTENSION(
      Check.CHAIN,
      "has a critical extension that is not understood here (1.3.6.1.4.1.99999.1)",
      "a certificate without it") {
    @Override
    Identity make() {
      return ofTrusted(
          request -> request.extension("1.3.6.1.4.1.99999.1", true, der(DERNull.INSTANCE)));
    }
  },
  SHA_1(
      Check.CHAIN,
      "the certificate of CN=localhost is signed with SHA1withECDSA, which can be forged",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.signatureAlgorithm("SHA1withECDSA"));
    }
  },
  MD5(
      Check.CHAIN,
      "the certificate of CN=localhost is signed with MD5withRSA, which can be forged",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofRsaAuthority(request -> request.signatureAlgorithm("MD5withRSA"));
    }
  },
  /** The hash is a parameter of this algorithm, not a part of its name. */
  SHA_1_PSS(
      Check.CHAIN,
      "the certificate of CN=localhost is signed with SHA-1 with RSASSA-PSS, which can be forged",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofRsaAuthority(request -> request.signatureAlgorithm("SHA1withRSAandMGF1"));
    }
  },
  SHA_1_INTERMEDIATE(
      Check.CHAIN,
      "the certificate of CN=sub is signed with SHA1withECDSA, which can be forged",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofSub(request -> request.signatureAlgorithm("SHA1withECDSA"));
    }
  },
  RSA_1024_INTERMEDIATE(
      Check.CHAIN,
      "the certificate of CN=sub has an RSA key of 1024 bits, under 2048",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofSub(request -> request.keyPair(TestAuthority.key("RSA", 1024)));
    }
  },
  EC_192_INTERMEDIATE(
      Check.CHAIN, "the certificate of CN=sub is too weak for this JVM's policy", "") {
    @Override
    Identity make() {
      return ofSub(request -> request.keyPair(TestAuthority.ec("secp192r1")));
    }
  },
  RSA_1024(
      Check.CHAIN,
      "the certificate of CN=localhost has an RSA key of 1024 bits, under 2048",
      "the server needs another one") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.keyPair(TestAuthority.key("RSA", 1024)));
    }
  },
  OTHER_NAME(
      Check.NAME,
      "the certificate is for db.example.org, 192.0.2.1, not for localhost",
      "connect by one of its names, or allow it (") {
    @Override
    Identity make() {
      return ofTrusted(
          request ->
              request.commonName("localhost").dnsNames("db.example.org").ipAddresses("192.0.2.1"));
    }
  },
  /** The JDK adds the common name to the alternative names if there are name constraints. */
  COMMON_NAME_UNDER_NAME_CONSTRAINTS(
      Check.NAME, "the certificate is for db.example.org, not for 127.0.0.1", "or allow ") {
    @Override
    Identity make() {
      TestAuthority sub =
          TestAuthority.under(
              TRUSTED, request -> request.extension("2.5.29.30", true, permitting()));
      return new Identity(
          TRUSTED,
          sub.issue(request -> request.commonName("127.0.0.1").dnsNames("db.example.org")));
    }

    @Override
    String host() {
      return "127.0.0.1";
    }
  },
  COMMON_NAME_ONLY(
      Check.NAME,
      "the certificate is for no host at all (it has no alternative names, only the subject"
          + " CN=localhost), not for localhost",
      "or allow ") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.withoutExtension("2.5.29.17"));
    }
  },
  NO_ADDRESS(Check.NAME, "the certificate is for localhost, not for 127.0.0.1", "or allow ") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.dnsNames("localhost"));
    }

    @Override
    String host() {
      return "127.0.0.1";
    }
  },
  ADDRESS_AS_DNS_NAME(
      Check.NAME, "the certificate is for 127.0.0.1, not for 127.0.0.1", "or allow ") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.dnsNames("127.0.0.1"));
    }

    @Override
    String host() {
      return "127.0.0.1";
    }
  },
  WILDCARD_FOR_EVERYTHING(Check.NAME, "the certificate is for *, not for localhost", "or allow ") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.dnsNames("*"));
    }
  },
  WILDCARD_IN_TOP_LEVEL(
      Check.NAME, "the certificate is for local*, not for localhost", "or allow ") {
    @Override
    Identity make() {
      return ofTrusted(request -> request.dnsNames("local*"));
    }
  },
  EXPIRED_AND_OTHER_NAME(Check.CHAIN_AND_NAME, "expired on", "renew it") {
    @Override
    Identity make() {
      return ofTrusted(
          request ->
              request
                  .dnsNames("db.example.org")
                  .validFrom(Instant.now().minus(Duration.ofDays(2)))
                  .validUntil(Instant.now().minus(Duration.ofDays(1))));
    }

    /** The chain is told first; the name is, where that is all that is left to check. */
    @Override
    String cause(Verification verification) {
      return verification == Verification.CHAIN_OFF
          ? "the certificate is for db.example.org, not for localhost"
          : super.cause(verification);
    }

    @Override
    String remedy(Verification verification) {
      return verification == Verification.CHAIN_OFF ? "or allow " : super.remedy(verification);
    }
  },
  /** Somebody else's certificate: it is in order, but its key stayed with its owner. */
  WRONG_KEY(
      Check.ALWAYS,
      "the server cannot prove that it has the key of its certificate",
      "its key file") {
    @Override
    Identity make() {
      IssuedCertificate other = TRUSTED.issueServer();
      return new Identity(
          TRUSTED, new IssuedCertificate(TRUSTED.issueServer().chain(), other.privateKey()));
    }
  };

  /** A server's certificate, and the authority that its client trusts. */
  record Identity(X509Certificate trusted, IssuedCertificate server) {
    Identity(CertificateAuthority trusted, IssuedCertificate server) {
      this(trusted.certificate(), server);
    }
  }

  /** The check that finds a flaw; {@code ALWAYS} is one that cannot be switched off. */
  private enum Check {
    NONE,
    /** A limit of {@code jdk} and {@code bouncycastle}, which BoringSSL does not have. */
    OF_IMPLEMENTATION,
    CHAIN,
    NAME,
    CHAIN_AND_NAME,
    ALWAYS
  }

  private static final CertificateAuthority TRUSTED = CertificateAuthority.create();
  private static final Map<ServerFlaw, Identity> IDENTITIES = new ConcurrentHashMap<>();

  private final Check check;
  private final String cause;
  private final String remedy;

  ServerFlaw(Check check, String cause, String remedy) {
    this.check = check;
    this.cause = cause;
    this.remedy = remedy;
  }

  abstract Identity make();

  /** Returns the same one each time: the keys and signatures of some take half a second. */
  Identity identity() {
    return IDENTITIES.computeIfAbsent(this, ServerFlaw::make);
  }

  private static Identity ofTrusted(UnaryOperator<TestAuthority.Request> flaw) {
    return new Identity(TRUSTED, TestAuthority.of(TRUSTED).issue(flaw));
  }

  private static Identity ofRsaAuthority(UnaryOperator<TestAuthority.Request> flaw) {
    CertificateAuthority authority = RsaAuthority.SHARED;
    return new Identity(authority, TestAuthority.of(authority).issue(flaw));
  }

  /** Its key takes some hundred milliseconds. */
  private static final class RsaAuthority {
    static final CertificateAuthority SHARED =
        CertificateAuthority.builder().keyType(KeyType.RSA_2048).build();
  }

  /** Name constraints that permit hosts of {@code example.org} alone. */
  private static byte[] permitting() {
    GeneralSubtree example =
        new GeneralSubtree(new GeneralName(GeneralName.dNSName, "example.org"));
    return der(new NameConstraints(new GeneralSubtree[] {example}, null));
  }

  /** By an authority under the trusted one that has this critical extension. */
  private static Identity ofIntermediate(String oid, ASN1Encodable value) {
    return ofSub(
        request -> request.commonName("tlsbench throw-away CA 1").extension(oid, true, der(value)));
  }

  /** By an authority under the trusted one whose own certificate has the flaw. */
  private static Identity ofSub(UnaryOperator<TestAuthority.Request> flaw) {
    return new Identity(TRUSTED, TestAuthority.under(TRUSTED, flaw).issue(request -> request));
  }

  /** Returns true if a client refuses the flaw with this verification. */
  boolean isRefusedBy(Verification verification, TlsProvider provider) {
    return switch (check) {
      case NONE -> false;
      case OF_IMPLEMENTATION ->
          provider == TlsProvider.JDK || provider == TlsProvider.BOUNCY_CASTLE;
      case CHAIN -> verification.checksChain();
      case NAME -> verification.checksName();
      case CHAIN_AND_NAME -> verification != Verification.BOTH_OFF;
      case ALWAYS -> true;
    };
  }

  /** The name by which the client connects. */
  String host() {
    return "localhost";
  }

  /** A part of what the client then says. */
  String cause(Verification verification) {
    return cause;
  }

  /** A part of what it says to do about it. */
  String remedy(Verification verification) {
    return remedy;
  }
}
