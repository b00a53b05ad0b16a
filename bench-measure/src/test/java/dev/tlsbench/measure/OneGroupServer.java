package dev.tlsbench.measure;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLParameters;
import org.bouncycastle.jsse.BCSSLSocket;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.bouncycastle.tls.crypto.impl.jcajce.JcaTlsCryptoProvider;

/**
 * A TLS server of Bouncy Castle that takes one group, such as a hybrid one, which no embedded
 * database has. It sends each byte back, one connection after the other.
 */
public final class OneGroupServer implements AutoCloseable {
  /** Of RSA, as are the servers: Bouncy Castle limits the curves of keys to the groups too. */
  private static final CertificateAuthority CA =
      CertificateAuthority.builder().keyType(KeyType.RSA_2048).build();

  private final SSLServerSocket listener;
  private final String group;

  private OneGroupServer(SSLServerSocket listener, String group) {
    this.listener = listener;
    this.group = group;
    Thread thread = new Thread(this::serve, "server-of-" + group);
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a server for a group of TLS 1.3, by its IANA name. */
  public static OneGroupServer start(String group) throws IOException, GeneralSecurityException {
    BouncyCastleProvider crypto = new BouncyCastleProvider();
    BouncyCastleJsseProvider provider =
        new BouncyCastleJsseProvider(false, new JcaTlsCryptoProvider().setProvider(crypto));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX", provider);
    keys.init(CA.server().keyType(KeyType.RSA_2048).build().keyStore("test"), "test".toCharArray());
    SSLContext context = SSLContext.getInstance("TLSv1.3", provider);
    context.init(keys.getKeyManagers(), null, new SecureRandom());
    return new OneGroupServer(
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
        group);
  }

  /** Writes the certificate of the authority of all of them. */
  public static void writeAuthority(Path file) throws IOException {
    CA.writePem(file);
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        socket.setTcpNoDelay(true);
        BCSSLSocket own = (BCSSLSocket) socket;
        BCSSLParameters parameters = own.getParameters();
        parameters.setNamedGroups(new String[] {group});
        own.setParameters(parameters);
        socket.getInputStream().transferTo(socket.getOutputStream());
      } catch (IOException e) {
        // The client reports it; this side waits for the next one.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
