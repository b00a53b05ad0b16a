package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

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
    added = add(added, option("mongodb.writeConcern", WRITE_CONCERNS, properties));
    return add(added, option("mongodb.readPreference", READ_PREFERENCES, properties));
  }

  private static MongoUrl add(MongoUrl url, @Nullable String option) {
    int equals = option == null ? 0 : option.indexOf('=');
    return option == null
        ? url
        : url.withDefault(option.substring(0, equals), option.substring(equals + 1));
  }

  private static @Nullable String option(
      String property, Map<String, String> options, Properties properties) {
    String value = properties.getProperty(property);
    if (value == null) {
      return null;
    }
    String option = options.get(value.strip().toLowerCase(Locale.ROOT));
    if (option == null) {
      throw new InvalidSettingException(
          property
              + ": there is no '"
              + value
              + "'; choose one of "
              + String.join(", ", options.keySet().stream().sorted().toList()));
    }
    return option;
  }
}
