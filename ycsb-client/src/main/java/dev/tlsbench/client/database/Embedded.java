package dev.tlsbench.client.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedMongo;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The embedded server that takes the place of a URL: TLS on unless {@code tls.enabled=false} (plain
 * connections are taken too, so that both can be compared on one server), and with a directory of
 * its own, so that what {@code load} wrote is there for a later {@code run}.
 */
public final class Embedded implements AutoCloseable {
  private final @Nullable EmbeddedServer server;
  private final @Nullable Path directory;

  private Embedded(@Nullable EmbeddedServer server, @Nullable Path directory) {
    this.server = server;
    this.directory = directory;
  }

  /**
   * Starts a server if the properties name none, and reports it. Its URL goes into the properties.
   *
   * @param environment variables by name, which choose the directory
   * @throws ConnectFailedException if it does not start
   */
  public static Embedded startIfNoUrl(
      Binding binding,
      Properties properties,
      Map<String, String> environment,
      Consumer<String> messages)
      throws ConnectFailedException {
    if (properties.getProperty(binding.urlProperty()) != null) {
      return new Embedded(null, null);
    }
    boolean tls = RunProperties.bool(properties, "tls.enabled", true);
    Path directory = directory(binding, environment);
    try {
      EmbeddedServer server = start(binding, directory, tls);
      properties.setProperty(binding.urlProperty(), server.url());
      properties.putIfAbsent("mysql.createtable", "true");
      messages.accept(
          binding.urlProperty()
              + " is not given: using an embedded server, "
              + (tls ? "with TLS" : "in plain text")
              + ", data in "
              + directory);
      return new Embedded(server, directory);
    } catch (IOException e) {
      throw new ConnectFailedException("embedded server: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a server was started.
   *
   * @return {@code false} if the properties named a server
   */
  public boolean isRunning() {
    return server != null;
  }

  /**
   * Returns the directory of its data.
   *
   * @return a folder; empty if the properties named a server
   */
  public Optional<Path> directory() {
    return Optional.ofNullable(directory);
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  /**
   * Returns the directory of the data: {@code TLSBENCH_DATA}, or the place for it by the XDG
   * specification.
   */
  static Path directory(Binding binding, Map<String, String> environment) {
    String data = environment.getOrDefault("TLSBENCH_DATA", "");
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    Path base;
    if (!data.isEmpty()) {
      base = Path.of(data);
    } else if (!state.isEmpty()) {
      base = Path.of(state, "tlsbench");
    } else if (!home.isEmpty()) {
      base = Path.of(home, ".local", "state", "tlsbench");
    } else {
      throw new InvalidSettingException(
          "TLSBENCH_DATA: neither it nor HOME says where an embedded server may keep its data; set"
              + " it, or give "
              + binding.urlProperty());
    }
    return base.resolve("embedded").resolve(binding.id()).toAbsolutePath();
  }

  private static EmbeddedServer start(Binding binding, Path directory, boolean tls)
      throws IOException {
    return switch (binding) {
      case MONGODB -> {
        EmbeddedMongo.Builder mongo = EmbeddedMongo.builder().directory(directory);
        yield (tls ? mongo.allowPlain() : mongo.plain()).start();
      }
      case MYSQL -> {
        EmbeddedMySql.Builder mySql = EmbeddedMySql.builder().directory(directory);
        yield (tls ? mySql : mySql.plain()).start();
      }
    };
  }
}
