package dev.tlsbench.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.ocsp.OCSPObjectIdentifiers;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.BasicOCSPRespBuilder;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPException;
import org.bouncycastle.cert.ocsp.OCSPReq;
import org.bouncycastle.cert.ocsp.OCSPRespBuilder;
import org.bouncycastle.cert.ocsp.Req;
import org.bouncycastle.cert.ocsp.RespID;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Tells over HTTP whether certificates were revoked (RFC 6960), by an authority that stands under a
 * root: a server staples only what it can ask for with its issuer's certificate at hand.
 */
final class OcspResponder implements AutoCloseable {
  private final CertificateAuthority authority =
      CertificateAuthority.builder().intermediates(1).build();
  private final IssuedCertificate signer;
  private final HttpServer http;
  private final Set<BigInteger> revoked = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answers = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean silent;

  private OcspResponder() throws IOException {
    signer =
        TestAuthority.of(authority)
            .issue(
                request ->
                    request
                        .commonName("responder")
                        .extension(
                            "2.5.29.37",
                            true,
                            TestAuthority.der(new ExtendedKeyUsage(KeyPurposeId.id_kp_OCSPSigning)))
                        .extension(
                            OCSPObjectIdentifiers.id_pkix_ocsp_nocheck.getId(),
                            false,
                            TestAuthority.der(DERNull.INSTANCE)));
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  static OcspResponder start() throws IOException {
    return new OcspResponder();
  }

  CertificateAuthority authority() {
    return authority;
  }

  /** A server's certificate that names this responder. */
  IssuedCertificate issueServer() {
    return issueServer(http.getAddress().getPort());
  }

  /** A server's certificate that names a responder of 127.0.0.1. */
  IssuedCertificate issueServer(int port) {
    GeneralName uri =
        new GeneralName(GeneralName.uniformResourceIdentifier, "http://127.0.0.1:" + port + "/");
    return TestAuthority.of(authority)
        .issue(
            request ->
                request.extension(
                    "1.3.6.1.5.5.7.1.1",
                    false,
                    TestAuthority.der(
                        new AuthorityInformationAccess(AccessDescription.id_ad_ocsp, uri))));
  }

  void revoke(IssuedCertificate certificate) {
    revoked.add(certificate.certificate().getSerialNumber());
  }

  /** Returns the number of answers. */
  int answers() {
    return answers.get();
  }

  /** From now on connections are accepted and questions read, and nothing is said. */
  void keepSilent() {
    silent = true;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (silent) {
        closed.await();
        return;
      }
      byte[] response = response(new OCSPReq(request(exchange)));
      answers.incrementAndGet();
      exchange.getResponseHeaders().set("Content-Type", "application/ocsp-response");
      exchange.sendResponseHeaders(200, response.length);
      exchange.getResponseBody().write(response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** RFC 6960, appendix A: small requests stand in the path. */
  private static byte[] request(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("POST")) {
      return exchange.getRequestBody().readAllBytes();
    }
    String path = exchange.getRequestURI().getRawPath();
    return Base64.getDecoder()
        .decode(
            URLDecoder.decode(
                path.substring(path.lastIndexOf('/') + 1), StandardCharsets.US_ASCII));
  }

  private byte[] response(OCSPReq request) throws IOException {
    try {
      X509CertificateHolder own = new JcaX509CertificateHolder(signer.certificate());
      BasicOCSPRespBuilder builder = new BasicOCSPRespBuilder(new RespID(own.getSubject()));
      Date now = Date.from(Instant.now());
      Date later = Date.from(Instant.now().plusSeconds(3600));
      for (Req asked : request.getRequestList()) {
        builder.addResponse(asked.getCertID(), status(asked.getCertID()), now, later, null);
      }
      if (request.hasExtensions()) {
        builder.setResponseExtensions(
            new org.bouncycastle.asn1.x509.Extensions(
                request.getExtension(OCSPObjectIdentifiers.id_pkix_ocsp_nonce)));
      }
      BasicOCSPResp basic =
          builder.build(
              new JcaContentSignerBuilder("SHA256withECDSA").build(signer.privateKey()),
              new X509CertificateHolder[] {own},
              now);
      return new OCSPRespBuilder().build(OCSPRespBuilder.SUCCESSFUL, basic).getEncoded();
    } catch (OCSPException | OperatorCreationException | CertificateEncodingException e) {
      throw new IOException(e);
    }
  }

  private CertificateStatus status(CertificateID certificate) {
    return revoked.contains(certificate.getSerialNumber())
        ? new RevokedStatus(Date.from(Instant.now().minusSeconds(60)), CRLReason.keyCompromise)
        : CertificateStatus.GOOD;
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
  }
}
