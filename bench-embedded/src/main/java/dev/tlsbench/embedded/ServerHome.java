package dev.tlsbench.embedded;

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
final class ServerHome implements AutoCloseable {
  private final ServerDirectory directory;
  private final @Nullable ServerTls tls;
  private final Thread atExit = new Thread(this::release, "close-embedded-server");
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile @Nullable ServerProcess process;

  private ServerHome(ServerDirectory directory, @Nullable ServerTls tls) {
    this.directory = directory;
    this.tls = tls;
  }

  /** Opens the directory and writes the TLS files. */
  static ServerHome open(EmbeddedServerBuilder<?> asked) throws IOException {
    ServerDirectory directory = ServerDirectory.open(asked.directory);
    try {
      ServerHome home =
          new ServerHome(directory, asked.tls ? ServerTls.in(directory, asked) : null);
      Runtime.getRuntime().addShutdownHook(home.atExit);
      return home;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** Starts the server's process and waits for its ready line. */
  MatchResult run(String name, List<String> command, Map<String, String> environment, Pattern ready)
      throws IOException {
    ServerProcess started = ServerProcess.start(name, command, environment, path(), logFile());
    process = started;
    directory.usedBy(started.handle());
    return started.awaitLine(ready);
  }

  /** Runs a command that reads all of its input and then ends. */
  void runToEnd(String name, List<String> command, byte[] input) throws IOException {
    ServerProcess started = ServerProcess.start(name, command, Map.of(), path(), logFile());
    process = started;
    directory.usedBy(started.handle());
    started.feed(input);
  }

  Path path() {
    return directory.path();
  }

  Path resolve(String name) {
    return directory.resolve(name);
  }

  /** Returns the directory if its content is not needed after the server. */
  Optional<Path> temporaryPath() {
    return directory.temporary() ? Optional.of(directory.path()) : Optional.empty();
  }

  Path logFile() {
    return directory.resolve("server.log");
  }

  Optional<ServerTls> tls() {
    return Optional.ofNullable(tls);
  }

  ServerTls tlsFiles() {
    return tls().orElseThrow(() -> new IllegalStateException("a plain server has no TLS files"));
  }

  long pid() {
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
