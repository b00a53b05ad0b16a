package dev.tlsbench.measure.mongodb;

import com.mongodb.MongoException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.bson.Document;

/**
 * Queries MongoDB and servers of its protocol (manual: {@code buildInfo}, {@code serverStatus}).
 */
final class MongoView implements ServerView {
  private static final List<String> STATUS = List.of("connections", "transportSecurity");
  private static final List<String> SETTINGS =
      List.of("maxBsonObjectSize", "maxMessageSizeBytes", "maxWriteBatchSize", "maxWireVersion");

  private final MongoConnections connections;

  /** Prepares to connect with the properties of a run; the first query connects. */
  MongoView(Properties properties) {
    MongoUrl url = MongoUrl.parse(properties.getProperty("mongodb.url"));
    connections =
        url.open(url.settings(RunProperties.strings(properties)), Dialer.DIRECT, new TlsLedger());
  }

  @Override
  public String product() throws ConnectFailedException {
    return run("buildInfo").map(info -> info.containsKey("ferretdb")).orElse(false)
        ? "FerretDB"
        : hasTestTls() ? "mongo-java-server" : "MongoDB";
  }

  /** Recognizes mongo-java-server, which claims to be MongoDB but tells no commit of it. */
  @Override
  public boolean hasTestTls() throws ConnectFailedException {
    return run("buildInfo")
        .map(info -> "5.0.0".equals(info.get("version")) && !info.containsKey("gitVersion"))
        .orElse(false);
  }

  @Override
  public String version() throws ConnectFailedException {
    return run("buildInfo").map(info -> String.valueOf(info.get("version"))).orElse("unknown");
  }

  @Override
  public Map<String, String> settings() throws ConnectFailedException {
    Map<String, String> settings = new TreeMap<>();
    Optional<Document> answer = run("hello");
    (answer.isPresent() ? answer : run("isMaster"))
        .ifPresent(
            hello ->
                SETTINGS.stream()
                    .filter(hello::containsKey)
                    .forEach(name -> settings.put(name, String.valueOf(hello.get(name)))));
    return settings;
  }

  @Override
  public Map<String, String> status() throws ConnectFailedException {
    Map<String, String> status = new TreeMap<>();
    run("serverStatus")
        .ifPresent(
            all ->
                STATUS.stream()
                    .filter(section -> all.get(section) instanceof Document)
                    .forEach(
                        section -> flatten(section, all.get(section, Document.class), status)));
    return status;
  }

  private static void flatten(String section, Document values, Map<String, String> status) {
    values.forEach(
        (name, value) -> {
          if (value instanceof Number) {
            status.put(section + "." + name, value.toString());
          }
        });
  }

  /** Runs a command; empty if the server lacks it, as some of MongoDB's protocol do. */
  private Optional<Document> run(String command) throws ConnectFailedException {
    try {
      return Optional.of(
          connections.client().getDatabase("admin").runCommand(new Document(command, 1)));
    } catch (MongoException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
