package dev.tlsbench.ycsb.dynamodb;

import dev.tlsbench.core.InvalidSettingException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes that are a record's key. The key of YCSB is the partition key, or the sort key
 * within one partition.
 *
 * @param hash the partition key beside a sort key; {@code null} if the only key is one
 */
record Keys(String primary, @Nullable String hash, String hashValue) {
  static final String PRIMARY = "dynamodb.primaryKey";
  static final String TYPE = "dynamodb.primaryKeyType";
  static final String HASH = "dynamodb.hashKeyName";
  static final String HASH_VALUE = "dynamodb.hashKeyValue";

  static Keys of(Properties properties) {
    String type = properties.getProperty(TYPE, "HASH").strip();
    String hash = properties.getProperty(HASH);
    boolean both = type.equalsIgnoreCase("HASH_AND_RANGE");
    if (!both && !type.equalsIgnoreCase("HASH")) {
      throw new InvalidSettingException(
          TYPE + ": '" + type + "' is neither HASH nor HASH_AND_RANGE");
    }
    if (both && hash == null) {
      throw new InvalidSettingException(HASH + ": not given, but HASH_AND_RANGE needs it");
    }
    return new Keys(
        properties.getProperty(PRIMARY, "YCSB_KEY"),
        both ? hash : null,
        properties.getProperty(HASH_VALUE, "YCSB_0"));
  }

  Map<String, AttributeValue> of(String key) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    attributes.put(primary, AttributeValue.fromS(key));
    if (hash != null) {
      attributes.put(hash, AttributeValue.fromS(hashValue));
    }
    return attributes;
  }
}
