package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The resources of one embedded server: its directory, its TLS files, its process. */
public final class ServerHome implements AutoCloseable {
  private final ServerDirectory directory;
  private final Thread atExit = new Thread(this::release, "close-embedded-server");
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile @Nullable ServerTls tls;
  private volatile @Nullable ServerProcess process;

  private ServerHome(ServerDirectory directory) {
    this.directory = directory;
  }

  /**
   * Opens the server's directory.
   *
   * @param path null for a temporary one
   */
  public static ServerHome open(@Nullable Path path) throws IOException {
    ServerDirectory directory = ServerDirectory.open(path);
    try {
      ServerHome home = new ServerHome(directory);
      Runtime.getRuntime().addShutdownHook(home.atExit);
      return home;
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Adds the TLS files. Without an authority, reuses those of an earlier server in the directory if
   * they have the same key type and are valid for at least 30 more days.
   */
  public void addTls(
      @Nullable CertificateAuthority authority,
      @Nullable IssuedCertificate serverCertificate,
      KeyType keyType)
      throws IOException {
    tls = ServerTls.in(directory, authority, serverCertificate, keyType);
  }

  /** Starts the server's process and waits for its ready line. */
  public MatchResult run(
      String name, List<String> command, Map<String, String> environment, Pattern ready)
      throws IOException {
    ServerProcess started = ServerProcess.start(name, command, environment, path(), logFile());
    process = started;
    directory.usedBy(started.handle());
    return started.awaitLine(ready);
  }

  /** Runs a command that reads all of its input and then ends. */
  public void runToEnd(String name, List<String> command, byte[] input) throws IOException {
    ServerProcess started = ServerProcess.start(name, command, Map.of(), path(), logFile());
    process = started;
    directory.usedBy(started.handle());
    started.feed(input);
  }

  public Path path() {
    return directory.path();
  }

  public Path resolve(String name) {
    return directory.resolve(name);
  }

  /** Returns the directory if its content is not needed after the server. */
  public Optional<Path> temporaryPath() {
    return directory.temporary() ? Optional.of(directory.path()) : Optional.empty();
  }

  public Path logFile() {
    return directory.resolve("server.log");
  }

  public Optional<ServerTls> tls() {
    return Optional.ofNullable(tls);
  }

  public ServerTls tlsFiles() {
    return tls().orElseThrow(() -> new IllegalStateException("a plain server has no TLS files"));
  }

  public long pid() {
    ServerProcess running = process;
    if (running == null) {
      throw new IllegalStateException("the server was not started");
    }
    return running.handle().pid();
  }

  @Override
  public void close() {
    try {
      release();
    } finally {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This JVM is already shutting down, and the hook will find nothing to do.
    }
  }

  private void release() {
    if (released.compareAndSet(false, true)) {
      ServerProcess running = process;
      if (running != null) {
        running.stop();
      }
      directory.close();
    }
  }
}
