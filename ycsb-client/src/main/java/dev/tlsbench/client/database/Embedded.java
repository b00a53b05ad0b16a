package dev.tlsbench.client.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The embedded server that is used if no URL is set. TLS is on unless {@code tls.enabled=false}
 * (plain connections are accepted too, so that both can be compared on one server). It has its own
 * directory, so that a later {@code run} finds the records of {@code load}.
 */
public final class Embedded implements AutoCloseable {
  private final @Nullable EmbeddedServerBuilder<?> builder;
  private final AtomicInteger starts = new AtomicInteger();
  private volatile @Nullable EmbeddedServer server;

  private Embedded(@Nullable EmbeddedServerBuilder<?> builder) {
    this.builder = builder;
  }

  /**
   * Starts a server if the properties have no URL, and reports it. Adds its URL to the properties.
   *
   * @param environment variables by name, which select the directory
   * @throws ConnectFailedException if it does not start
   * @throws InvalidSettingException if a TLS property is wrong
   */
  public static Embedded startIfNoUrl(
      Binding binding,
      Properties properties,
      Map<String, String> environment,
      Consumer<String> messages)
      throws ConnectFailedException {
    binding.prepare(properties);
    if (properties.getProperty(binding.urlProperty()) != null) {
      return new Embedded(null);
    }
    // A wrong property ends the run before the server starts.
    TlsOption.override(RunProperties.strings(properties), TlsSettings.builder());
    boolean tls = RunProperties.bool(properties, "tls.enabled", true);
    Path directory = directory(binding, environment);
    EmbeddedServerBuilder<?> builder = builder(binding);
    builder.directory(directory);
    Embedded embedded = new Embedded(tls ? builder.allowPlain() : builder.plain());
    properties.setProperty(binding.urlProperty(), embedded.start().url());
    binding.createTableProperty().ifPresent(name -> properties.putIfAbsent(name, "true"));
    messages.accept(
        binding.urlProperty()
            + " is not given: using an "
            + embedded.description().orElseThrow()
            + (tls ? ", with TLS" : ", in plain text")
            + ", data in "
            + directory);
    return embedded;
  }

  /** Starts the server, later always on the same port and with the same password. */
  private EmbeddedServer start() throws ConnectFailedException {
    if (builder == null) {
      throw new IllegalStateException("the properties name a server, which is not ours to start");
    }
    try {
      EmbeddedServer started = builder.start();
      builder.like(started);
      server = started;
      starts.incrementAndGet();
      return started;
    } catch (IOException e) {
      throw new ConnectFailedException("embedded server: " + e.getMessage(), e);
    }
  }

  /** Restarts the server, with the same URL, certificates and data. All connections are cut. */
  public void restart() throws ConnectFailedException {
    close();
    start();
  }

  /** Returns false if the properties have a URL. */
  public boolean isRunning() {
    return builder != null;
  }

  /** Returns whether each JVM of a measurement should have a process of the server of its own. */
  public boolean isToRestart() {
    return builder != null && !builder.isSlowToWarmUp();
  }

  /** Returns the server's name for reports; empty if the properties have a URL. */
  public Optional<String> description() {
    return Optional.ofNullable(builder).map(EmbeddedServerBuilder::description);
  }

  /** Returns how the cost of its TLS differs from a real server's; empty if it does not. */
  public Optional<String> tlsRemark() {
    return Optional.ofNullable(builder).flatMap(EmbeddedServerBuilder::tlsRemark);
  }

  /** Returns the number of starts of the server; 0 if the properties have a URL. */
  public int starts() {
    return starts.get();
  }

  /** Returns the id of the server's process; for tests. */
  long pid() {
    return Objects.requireNonNull(server, "no server was started").pid();
  }

  @Override
  public void close() {
    EmbeddedServer running = server;
    if (running != null) {
      running.close();
    }
  }

  /** Returns the data directory: {@code TLSBENCH_DATA}, or the default of the XDG specification. */
  static Path directory(Binding binding, Map<String, String> environment) {
    String data = environment.getOrDefault("TLSBENCH_DATA", "");
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    String profile = environment.getOrDefault("USERPROFILE", "");
    String home = environment.getOrDefault("HOME", profile);
    Path base;
    if (!data.isEmpty()) {
      base = BoundedFile.path("TLSBENCH_DATA", data);
    } else if (!state.isEmpty()) {
      base = BoundedFile.path("XDG_STATE_HOME", state).resolve("tlsbench");
    } else if (!home.isEmpty()) {
      base = BoundedFile.path("HOME", home).resolve(".local/state/tlsbench");
    } else {
      throw new InvalidSettingException(
          "TLSBENCH_DATA: neither it nor HOME says where an embedded server may keep its data; set"
              + " it, or give "
              + binding.urlProperty());
    }
    return base.resolve("embedded").resolve(binding.id()).toAbsolutePath();
  }

  /** Returns a builder of the binding's embedded server; refuses a binding without one. */
  public static EmbeddedServerBuilder<?> builder(Binding binding) {
    return EmbeddedServerBuilder.of(binding.database())
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    binding.urlProperty()
                        + ": not given, and there is no embedded server of "
                        + binding.database().product()
                        + "; name a server"));
  }

  /** Returns how the cost of an embedded server's TLS differs from a real server's. */
  public static Optional<String> tlsRemark(Binding binding) {
    return EmbeddedServerBuilder.of(binding.database()).flatMap(EmbeddedServerBuilder::tlsRemark);
  }

  /** Returns the beginnings of the names of jars that only embedded servers need. */
  public static Stream<String> libraries() {
    return EmbeddedServerBuilder.all().flatMap(server -> server.libraries().stream());
  }
}
