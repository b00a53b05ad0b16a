package dev.tlsbench.core.mongodb;

import static dev.tlsbench.core.mongodb.ValueRule.BOOLEAN;
import static dev.tlsbench.core.mongodb.ValueRule.TEXT;
import static dev.tlsbench.core.mongodb.ValueRule.atLeast;
import static dev.tlsbench.core.mongodb.ValueRule.integer;
import static dev.tlsbench.core.mongodb.ValueRule.oneOf;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An option of a MongoDB URL, other than those of TLS: all that the driver knows and those of the
 * MongoDB URI options specification that it lacks.
 *
 * @param name the name in the specification's spelling
 * @param rule the values that it may have
 */
record MongoOption(String name, ValueRule rule) {
  private static final String TRY_ONCE = "serverSelectionTryOnce";

  static final List<MongoOption> ALL =
      List.of(
          new MongoOption("appName", TEXT),
          new MongoOption("authMechanism", TEXT),
          new MongoOption("authMechanismProperties", TEXT),
          new MongoOption("authSource", TEXT),
          new MongoOption("compressors", ValueRule.COMPRESSORS),
          new MongoOption("connectTimeoutMS", atLeast(0)),
          new MongoOption("directConnection", BOOLEAN),
          new MongoOption("enableOverloadRetargeting", BOOLEAN),
          new MongoOption("gssapiServiceName", TEXT),
          // Server Discovery and Monitoring specification: minHeartbeatFrequencyMS is 500.
          new MongoOption("heartbeatFrequencyMS", atLeast(500)),
          new MongoOption("journal", BOOLEAN),
          new MongoOption("loadBalanced", BOOLEAN),
          new MongoOption("localThresholdMS", atLeast(0)),
          new MongoOption("maxAdaptiveRetries", atLeast(0)),
          new MongoOption("maxConnecting", atLeast(1)),
          new MongoOption("maxIdleTimeMS", atLeast(0)),
          new MongoOption("maxLifeTimeMS", atLeast(0)),
          new MongoOption("maxPoolSize", atLeast(0)),
          // -1 is for no limit. The driver refuses 0 to 89 once it selects a server; to ignore them
          // would allow data to be older than the URL does.
          new MongoOption("maxStalenessSeconds", atLeast(-1)),
          new MongoOption("minPoolSize", atLeast(0)),
          new MongoOption("proxyHost", TEXT),
          new MongoOption("proxyPassword", TEXT),
          new MongoOption("proxyPort", integer(0, 65_535)),
          new MongoOption("proxyUsername", TEXT),
          // Any level is valid, for the server may know it; the driver refuses unknown ones.
          new MongoOption("readConcernLevel", TEXT),
          new MongoOption(
              "readPreference",
              oneOf("primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest")),
          new MongoOption("readPreferenceTags", ValueRule.TAGS),
          new MongoOption("replicaSet", TEXT),
          new MongoOption("retryReads", BOOLEAN),
          new MongoOption("retryWrites", BOOLEAN),
          new MongoOption("safe", BOOLEAN),
          new MongoOption("serverMonitoringMode", oneOf("auto", "poll", "stream")),
          // The driver takes 0 for "do not wait", which the specification allows.
          new MongoOption("serverSelectionTimeoutMS", atLeast(0)),
          // For drivers with one thread; the Java driver has no use for it.
          new MongoOption(TRY_ONCE, BOOLEAN),
          new MongoOption("socketTimeoutMS", atLeast(0)),
          new MongoOption("srvAllowedHostsSuffix", TEXT),
          new MongoOption("srvMaxHosts", atLeast(0)),
          new MongoOption("srvServiceName", TEXT),
          new MongoOption("timeoutMS", integer(0, Long.MAX_VALUE)),
          new MongoOption(
              "uuidRepresentation",
              oneOf("unspecified", "standard", "javaLegacy", "csharpLegacy", "pythonLegacy")),
          new MongoOption("w", ValueRule.WRITE_CONCERN),
          // Connection Monitoring and Pooling specification: a number greater than 0.
          new MongoOption("waitQueueTimeoutMS", atLeast(1)),
          new MongoOption("wTimeoutMS", atLeast(0)),
          new MongoOption("zlibCompressionLevel", integer(-1, 9)));

  private static final Map<String, MongoOption> BY_NAME =
      ALL.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  option -> option.name.toLowerCase(Locale.ROOT), option -> option));

  /** Deprecated names, which the driver still takes, and the names that replace them. */
  private static final Map<String, String> RENAMED =
      Map.of("j", "journal", "wtimeout", "wtimeoutms");

  /** Finds an option by its name, deprecated or not, in any case. */
  static Optional<MongoOption> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Optional.ofNullable(BY_NAME.get(RENAMED.getOrDefault(lower, lower)));
  }

  /** Returns whether it may be repeated, each occurrence adding to a list. */
  boolean isList() {
    return rule.equals(ValueRule.TAGS);
  }

  /** Returns whether a repetition is an error, as the SOCKS5 specification has it. */
  boolean isOnceOnly() {
    return name.startsWith("proxy");
  }

  /** Returns whether the driver knows it. */
  boolean isForDriver() {
    return !name.equals(TRY_ONCE);
  }
}
