package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.EmbeddedServer;
import java.nio.file.Path;

/** An embedded server that runs as a process in a {@link ServerHome}. */
public abstract class LocalServer implements EmbeddedServer {
  /** The directory and the process. */
  protected final ServerHome home;

  /** True if the URL has a client certificate. */
  protected final boolean mutual;

  private final int port;

  /**
   * Creates a server that runs.
   *
   * @param mutual true if its URL has a client certificate
   */
  protected LocalServer(ServerHome home, int port, boolean mutual) {
    this.home = home;
    this.port = port;
    this.mutual = mutual;
  }

  /** {@return options of a URL by the names of MongoDB's specification} */
  protected final String tlsOptions() {
    String options = "tls=true&tlsCAFile=" + UrlEncoding.path(caFile());
    return mutual
        ? options + "&tlsCertificateKeyFile=" + UrlEncoding.path(clientCertificateFile())
        : options;
  }

  @Override
  public final int port() {
    return port;
  }

  @Override
  public final Path caFile() {
    return home.tlsFiles().caFile();
  }

  @Override
  public final Path clientCertificateFile() {
    return home.tlsFiles().clientFile();
  }

  @Override
  public final Path logFile() {
    return home.logFile();
  }

  @Override
  public final long pid() {
    return home.pid();
  }

  @Override
  public final void close() {
    home.close();
  }
}
