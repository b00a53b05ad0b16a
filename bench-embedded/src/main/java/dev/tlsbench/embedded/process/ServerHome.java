package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The resources of one embedded server: its directory, its TLS files, its process. */
public final class ServerHome implements AutoCloseable {
  private static final int PORTS_TRIED = 5;

  /** Above the usual ports of databases, on which another server may be started later. */
  private static final int FIRST_PORT = 20_000;

  /** The kernels of Linux, macOS and Windows give connections ports from 32768 or higher ones. */
  private static final int PORTS_END = 32_768;

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
    return begin(name, command, environment).awaitLine(ready);
  }

  private ServerProcess begin(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ServerProcess started = ServerProcess.start(name, command, environment, path(), logFile());
    process = started;
    directory.usedBy(started.handle());
    return started;
  }

  /**
   * Starts a server that cannot choose a free port itself: looks for one, and for another if
   * another process takes that one.
   *
   * @param port 0 for a free one
   */
  public int runAt(
      int port, String name, IntFunction<List<String>> command, Pattern ready, String taken)
      throws IOException {
    if (port != 0) {
      requireFree(name, port);
    }
    for (int attempt = 1; ; attempt++) {
      int chosenPort = port == 0 ? freePort() : port;
      try {
        run(name, command.apply(chosenPort), Map.of(), ready);
        return chosenPort;
      } catch (StartFailedException e) {
        if (!e.logTail().contains(taken) || port != 0 || attempt == PORTS_TRIED) {
          throw e;
        }
      }
    }
  }

  /** Asks before a server does, some of which take seconds until they bind their port. */
  private static void requireFree(String name, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, localhost())) {
      socket.getLocalPort();
    } catch (BindException e) {
      throw new StartFailedException(
          name + ": 127.0.0.1:" + port + ": " + e.getMessage() + "; give another port");
    }
  }

  private static InetAddress localhost() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /**
   * Returns a port of the loopback address that nothing listens on at the moment, and that the
   * kernel gives to no outgoing connection until the server has bound it.
   */
  public static int freePort() throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, PORTS_END);
      try (ServerSocket socket = new ServerSocket(port, 1, localhost())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        if (attempt == PORTS_TRIED) {
          throw e;
        }
      }
    }
  }

  /** Runs a command that reads all of its input and then ends. */
  public void runToEnd(String name, List<String> command, byte[] input) throws IOException {
    begin(name, command, Map.of()).feed(input);
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
