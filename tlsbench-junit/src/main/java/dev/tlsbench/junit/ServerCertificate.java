package dev.tlsbench.junit;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import java.time.Duration;
import java.time.Instant;

/** Certificates of an embedded server. An authority of the test issues them. */
public enum ServerCertificate {
  /**
   * Valid for {@code localhost} and {@code 127.0.0.1}; its key has the type that the server's
   * options name. The other certificates have a key of the default type.
   */
  VALID,
  /** Expired an hour ago. */
  EXPIRED {
    @Override
    IssuedCertificate issuedBy(CertificateAuthority ca) {
      Instant now = Instant.now();
      return ca.server()
          .validFrom(now.minus(Duration.ofDays(2)))
          .validUntil(now.minus(Duration.ofHours(1)))
          .build();
    }
  },
  /** Valid, but only for {@code other.example.org}. */
  WRONG_HOST {
    @Override
    IssuedCertificate issuedBy(CertificateAuthority ca) {
      return ca.server()
          .commonName("other.example.org")
          .dnsNames("other.example.org")
          .ipAddresses()
          .build();
    }
  };

  IssuedCertificate issuedBy(CertificateAuthority ca) {
    return ca.issueServer();
  }
}
