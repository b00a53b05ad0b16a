package dev.tlsbench.embedded;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A server's certificate that no authority issued. */
public final class SelfSigned {
  private SelfSigned() {}

  /** Returns one for {@code localhost}, valid for an hour. */
  public static IssuedCertificate forLocalhost() {
    KeyPair pair = KeyType.P_256.generate();
    X500Name name = new X500Name("CN=self-signed");
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.ONE,
            Date.from(now.minus(Duration.ofHours(1))),
            Date.from(now.plus(Duration.ofHours(1))),
            name,
            pair.getPublic());
    try {
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
      return new IssuedCertificate(
          List.of(
              new JcaX509CertificateConverter()
                  .getCertificate(
                      builder.build(
                          new JcaContentSignerBuilder(KeyType.P_256.signatureAlgorithm())
                              .build(pair.getPrivate())))),
          pair.getPrivate());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
