package dev.tlsbench.measure.probe;

import dev.tlsbench.core.text.TlsNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CancellationException;
import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.NameType;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.ServerName;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends exactly a given offer, regardless of the JVM's restrictions. It accepts any
 * certificate and has none of its own.
 */
final class OfferingClient extends AbstractTlsClient {
  private static final BcTlsCrypto CRYPTO = new BcTlsCrypto(new SecureRandom());

  private final TrialHello offer;
  private final byte @Nullable [] serverName;
  private final List<X509Certificate> chain = new ArrayList<>();
  private boolean certificateRequested;

  /** Creates a client; without a name for an address, which must not be sent (RFC 6066, 3). */
  OfferingClient(TrialHello offer, byte @Nullable [] serverName) {
    super(CRYPTO);
    this.offer = offer;
    this.serverName = serverName;
  }

  List<X509Certificate> chain() {
    return List.copyOf(chain);
  }

  boolean certificateRequested() {
    return certificateRequested;
  }

  @Override
  protected ProtocolVersion[] getSupportedVersions() {
    return offer.protocols().toArray(new ProtocolVersion[0]);
  }

  /** Unlike the inherited method, does not filter suites that this client cannot compute. */
  @Override
  protected int[] getSupportedCipherSuites() {
    return offer.cipherSuites().stream().mapToInt(TlsNames::cipherSuiteCode).toArray();
  }

  @Override
  protected Vector<?> getSupportedGroups(@SuppressWarnings("rawtypes") Vector roles) {
    return new Vector<>(codes(offer.groups()));
  }

  @Override
  public Vector<?> getEarlyKeyShareGroups() {
    return new Vector<>(codes(offer.keyShares()));
  }

  @Override
  protected Vector<?> getSupportedSignatureAlgorithms() {
    return offer.signatureAlgorithms().isEmpty()
        ? super.getSupportedSignatureAlgorithms()
        : new Vector<>(
            offer.signatureAlgorithms().stream()
                .map(
                    code ->
                        new SignatureAndHashAlgorithm((short) (code >> 8), (short) (code & 0xFF)))
                .toList());
  }

  private static List<Integer> codes(List<String> groups) {
    return groups.stream().map(TlsNames::namedGroupCode).toList();
  }

  /**
   * Ends the handshake after a HelloRetryRequest, whose group is known by then: computing a key
   * share of some groups takes seconds.
   */
  @Override
  public void notifySelectedCipherSuite(int suite) {
    super.notifySelectedCipherSuite(suite);
    if (offer.keyShares().isEmpty() && offer.protocols().contains(ProtocolVersion.TLSv13)) {
      throw new CancellationException();
    }
  }

  /** Takes a CertificateRequest with thousands of authorities. */
  @Override
  public int getMaxHandshakeMessageSize() {
    return 1 << 20;
  }

  @Override
  protected @Nullable Vector<?> getSNIServerNames() {
    return serverName == null
        ? null
        : new Vector<>(List.of(new ServerName(NameType.host_name, serverName)));
  }

  @Override
  public TlsAuthentication getAuthentication() {
    return new TlsAuthentication() {
      @Override
      public void notifyServerCertificate(TlsServerCertificate certificate) throws IOException {
        for (TlsCertificate each : certificate.getCertificate().getCertificateList()) {
          chain.add(parsed(each.getEncoded()));
        }
      }

      @Override
      public @Nullable TlsCredentials getClientCredentials(CertificateRequest request) {
        certificateRequested = true;
        return null;
      }
    };
  }

  private static X509Certificate parsed(byte[] der) throws IOException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new IOException("the server's certificate cannot be read", e);
    }
  }
}
