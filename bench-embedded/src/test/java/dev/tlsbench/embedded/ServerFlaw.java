package dev.tlsbench.embedded;

import java.time.Duration;
import java.time.Instant;

/** A certificate that is no good, and which check finds out. */
enum ServerFlaw {
  EXPIRED(true, false, "localhost", "the certificate of CN=localhost expired on 20", "renew it") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return authority.issue(
          CertificateRequest.forServer()
              .validFrom(Instant.now().minus(Duration.ofDays(2)))
              .validUntil(Instant.now().minus(Duration.ofDays(1)))
              .build());
    }
  },
  NOT_YET_VALID(true, false, "localhost", "of CN=localhost is not valid before 20", "clocks") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return authority.issue(
          CertificateRequest.forServer().validFrom(Instant.now().plus(Duration.ofDays(1))).build());
    }
  },
  OTHER_AUTHORITY(
      true,
      false,
      "localhost",
      "no trusted authority issued the certificate of CN=localhost (its issuer is CN=other)",
      "that authority is not in ") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return CertificateAuthority.builder().commonName("other").build().issueServer();
    }
  },
  /** The root is known and its intermediate authority is not, for the server does not send it. */
  MISSING_INTERMEDIATE(true, false, "localhost", "no trusted authority issued", "ca.pem") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      IssuedCertificate whole =
          CertificateAuthority.builder().intermediates(1).build().issueServer();
      return new IssuedCertificate(whole.chain().subList(0, 1), whole.privateKey());
    }
  },
  SELF_SIGNED(
      true,
      false,
      "localhost",
      "no trusted authority issued the certificate of CN=self-signed",
      "ca.pem") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return SelfSigned.forLocalhost();
    }
  },
  OTHER_NAME(
      false,
      true,
      "localhost",
      "the certificate is for db.example.org, 192.0.2.1, not for localhost",
      "connect by one of its names, or allow it (tls.allowInvalidHostnames)") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return authority.issue(
          CertificateRequest.forServer()
              .commonName("localhost")
              .dnsNames("db.example.org")
              .ipAddresses("192.0.2.1")
              .build());
    }
  },
  NO_ADDRESS(
      false,
      true,
      "127.0.0.1",
      "the certificate is for localhost, not for 127.0.0.1",
      "(tls.allowInvalidHostnames)") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return authority.issue(CertificateRequest.forServer().dnsNames("localhost").build());
    }
  },
  EXPIRED_AND_OTHER_NAME(true, true, "localhost", "expired on", "renew it") {
    @Override
    IssuedCertificate issue(CertificateAuthority authority) {
      return authority.issue(
          CertificateRequest.forServer()
              .dnsNames("db.example.org")
              .validFrom(Instant.now().minus(Duration.ofDays(2)))
              .validUntil(Instant.now().minus(Duration.ofDays(1)))
              .build());
    }
  };

  private final boolean ofChain;
  private final boolean ofName;
  private final String host;
  private final String cause;
  private final String remedy;

  ServerFlaw(boolean ofChain, boolean ofName, String host, String cause, String remedy) {
    this.ofChain = ofChain;
    this.ofName = ofName;
    this.host = host;
    this.cause = cause;
    this.remedy = remedy;
  }

  /** By the authority that the client trusts, where that is not the flaw. */
  abstract IssuedCertificate issue(CertificateAuthority authority);

  /** Whether the check of the chain finds it out. */
  boolean ofChain() {
    return ofChain;
  }

  /** Whether the check of the host name finds it out. */
  boolean ofName() {
    return ofName;
  }

  /** The name by which the client connects. */
  String host() {
    return host;
  }

  /** A part of what the client then says. */
  String cause() {
    return cause;
  }

  /** A part of what it says to do about it. */
  String remedy() {
    return remedy;
  }
}
