package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;
import java.util.Set;

/**
 * The properties of the binding, the same as in stock YCSB's {@code mongodb} binding.
 *
 * @param limitsPool true if the URL limits the number of connections
 * @param batchSize the number of inserts in a batch; 1 sends each on its own
 * @param upsert true if an insert replaces an existing record
 */
record MongoProperties(
    MongoUrl url, boolean limitsPool, String database, int batchSize, boolean upsert, int threads) {
  static final Set<String> NAMES =
      Set.of(
          "mongodb.url",
          "mongodb.batchsize",
          "mongodb.upsert",
          "mongodb.database",
          "mongodb.maxconnections",
          "mongodb.readPreference",
          "mongodb.writeConcern");
  private static final String DEFAULT_DATABASE = "ycsb";

  static MongoProperties of(Properties properties) {
    String given = properties.getProperty("mongodb.url");
    if (given == null) {
      throw new InvalidSettingException(
          "mongodb.url: not given; name a server, such as mongodb://localhost:27017/ycsb?w=1");
    }
    RunProperties.requireKnown(properties.stringPropertyNames(), "mongodb.", NAMES);
    MongoUrl url = OlderOptions.addTo(MongoUrl.parse(given), properties);
    return new MongoProperties(
        url,
        url.maxPoolSize().isPresent(),
        database(url, properties),
        batchSize(properties),
        RunProperties.bool(properties, "mongodb.upsert", false),
        RunProperties.number(properties, "threadcount", 1, 1));
  }

  private static String database(MongoUrl url, Properties properties) {
    return url.database()
        .filter(name -> !name.equals("admin"))
        .orElseGet(() -> properties.getProperty("mongodb.database", DEFAULT_DATABASE).strip());
  }

  /** The stock binding reads {@code batchsize}, but its manual names {@code mongodb.batchsize}. */
  private static int batchSize(Properties properties) {
    String name = properties.containsKey("mongodb.batchsize") ? "mongodb.batchsize" : "batchsize";
    return RunProperties.number(properties, name, 1, 1);
  }
}
