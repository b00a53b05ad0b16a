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
import java.util.stream.Stream;

/**
 * An option of a MongoDB URL that does not concern TLS: one that the driver knows, or one of the
 * MongoDB URI options specification that it lacks.
 *
 * @param name the name in the specification's spelling
 * @param rule the values that it may have
 */
record MongoOption(String name, ValueRule rule) {
  private static final String TRY_ONCE = "serverSelectionTryOnce";

  static final List<MongoOption> ALL =
      Stream.of(
              // Any readConcernLevel is valid, since the server may know it; the
              // driver refuses unknown ones.
              all(TEXT, "appName", "authMechanism", "authMechanismProperties", "authSource"),
              all(TEXT, "gssapiServiceName", "proxyHost", "proxyPassword", "proxyUsername"),
              all(TEXT, "readConcernLevel", "replicaSet", "srvAllowedHostsSuffix"),
              all(TEXT, "srvServiceName"),
              // serverSelectionTryOnce is for single-threaded drivers; the Java
              // driver does not use it.
              all(BOOLEAN, "directConnection", "enableOverloadRetargeting", "journal"),
              all(BOOLEAN, "loadBalanced", "retryReads", "retryWrites", "safe", TRY_ONCE),
              // -1 is for no limit. The driver refuses 0 to 89 once it selects a
              // server; ignoring them would allow older data than the URL does.
              all(atLeast(-1), "maxStalenessSeconds"),
              // The driver treats a serverSelectionTimeoutMS of 0 as "do not
              // wait", which the specification allows.
              all(atLeast(0), "connectTimeoutMS", "localThresholdMS", "maxAdaptiveRetries"),
              all(atLeast(0), "maxIdleTimeMS", "maxLifeTimeMS", "maxPoolSize", "minPoolSize"),
              all(atLeast(0), "serverSelectionTimeoutMS", "socketTimeoutMS", "srvMaxHosts"),
              all(atLeast(0), "wTimeoutMS"),
              // Connection Monitoring and Pooling specification: the time-out is
              // greater than 0.
              all(atLeast(1), "maxConnecting", "waitQueueTimeoutMS"),
              // Server Discovery and Monitoring specification: minHeartbeatFrequencyMS is 500.
              all(atLeast(500), "heartbeatFrequencyMS"),
              all(integer(0, 65_535), "proxyPort"),
              all(integer(0, Long.MAX_VALUE), "timeoutMS"),
              all(integer(-1, 9), "zlibCompressionLevel"),
              all(
                  oneOf(
                      "primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest"),
                  "readPreference"),
              all(oneOf("auto", "poll", "stream"), "serverMonitoringMode"),
              all(
                  oneOf("unspecified", "standard", "javaLegacy", "csharpLegacy", "pythonLegacy"),
                  "uuidRepresentation"),
              all(ValueRule.COMPRESSORS, "compressors"),
              all(ValueRule.TAGS, "readPreferenceTags"),
              all(ValueRule.WRITE_CONCERN, "w"))
          .flatMap(options -> options)
          .toList();

  private static final Map<String, MongoOption> BY_NAME =
      ALL.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  option -> option.name.toLowerCase(Locale.ROOT), option -> option));

  /** Deprecated names, which the driver still takes, and the names that replace them. */
  private static final Map<String, String> RENAMED =
      Map.of("j", "journal", "wtimeout", "wtimeoutms");

  private static Stream<MongoOption> all(ValueRule rule, String... names) {
    return Stream.of(names).map(name -> new MongoOption(name, rule));
  }

  /** Finds an option by its name, deprecated or not, in any case. */
  static Optional<MongoOption> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Optional.ofNullable(BY_NAME.get(RENAMED.getOrDefault(lower, lower)));
  }

  /** Returns whether the option may be repeated, each occurrence adding to a list. */
  boolean isList() {
    return rule.equals(ValueRule.TAGS);
  }

  /** Returns whether a repetition is an error, as the SOCKS5 specification requires. */
  boolean isOnceOnly() {
    return name.startsWith("proxy");
  }

  /** Returns whether the driver knows the option. */
  boolean isForDriver() {
    return !name.equals(TRY_ONCE);
  }
}
