package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * The properties of stock YCSB from before its binding had a URL. Each corresponds to an option of
 * the URL, which takes precedence.
 */
final class OlderOptions {
  private static final Map<String, String> WRITE_CONCERNS =
      Map.of(
          "errors_ignored", "w=0",
          "unacknowledged", "w=0",
          "acknowledged", "w=1",
          "journaled", "journal=true",
          "replica_acknowledged", "w=2",
          "majority", "w=majority");
  private static final Map<String, String> READ_PREFERENCES =
      Map.of(
          "primary", "readPreference=primary",
          "primary_preferred", "readPreference=primaryPreferred",
          "secondary", "readPreference=secondary",
          "secondary_preferred", "readPreference=secondaryPreferred",
          "nearest", "readPreference=nearest");

  private OlderOptions() {}

  static MongoUrl addTo(MongoUrl url, Properties properties) {
    String connections = properties.getProperty("mongodb.maxconnections");
    MongoUrl added =
        connections == null ? url : url.withDefault("maxPoolSize", connections.strip());
    added = add(added, "mongodb.writeConcern", WRITE_CONCERNS, properties);
    return add(added, "mongodb.readPreference", READ_PREFERENCES, properties);
  }

  private static MongoUrl add(
      MongoUrl url, String property, Map<String, String> options, Properties properties) {
    String value = properties.getProperty(property);
    if (value == null) {
      return url;
    }
    String known =
        RunProperties.choice(
            options.keySet().stream().sorted().toArray(String[]::new),
            name -> name,
            value.strip().toLowerCase(Locale.ROOT),
            property + ": there is no '" + value + "'");
    String[] option = String.valueOf(options.get(known)).split("=", 2);
    return url.withDefault(option[0], option[1]);
  }
}
