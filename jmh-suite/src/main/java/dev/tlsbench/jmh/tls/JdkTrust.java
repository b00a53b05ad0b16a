package dev.tlsbench.jmh.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's own trust manager for any TLS implementation: Conscrypt calls the key exchange of TLS
 * 1.3 {@code GENERIC}, which the JDK does not know.
 */
final class JdkTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager jdk;

  JdkTrust(KeyStore anchors) {
    try {
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(anchors);
      jdk = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no trust manager", e);
    }
  }

  private static String known(String type) {
    return type.equals("GENERIC") ? "UNKNOWN" : type;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    jdk.checkServerTrusted(chain, known(type), engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    jdk.checkServerTrusted(chain, known(type), socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    jdk.checkServerTrusted(chain, known(type));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    jdk.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    jdk.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    jdk.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return jdk.getAcceptedIssuers();
  }
}
