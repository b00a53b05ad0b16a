package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of a URL that are for the driver.
 *
 * <p>The driver logs deprecated names and words itself. Options that it refuses or uses, although
 * the MongoDB connection string and URI options specifications want them ignored, are not passed on
 * and cause a warning; so do unknown ones, since the driver would log parts of a password with an
 * unencoded {@code '?'} or {@code '&'}.
 */
final class MongoOptions {
  private static final String COMPRESSORS = "compressors";
  private static final String TAGS = "readpreferencetags";
  private static final String TRY_ONCE = "serverselectiontryonce";
  private static final String WRITE_CONCERN = "w";

  private static final Set<String> NUMBERS =
      words(
          "connectTimeoutMS heartbeatFrequencyMS localThresholdMS maxAdaptiveRetries maxConnecting"
              + " maxIdleTimeMS maxLifeTimeMS maxPoolSize maxStalenessSeconds minPoolSize proxyPort"
              + " serverSelectionTimeoutMS socketTimeoutMS srvMaxHosts timeoutMS waitQueueTimeoutMS"
              + " wTimeout wTimeoutMS zlibCompressionLevel");

  /** The least values of numbers other than 0. */
  private static final Map<String, Long> LEAST =
      Map.of(
          "heartbeatfrequencyms", 500L,
          "maxconnecting", 1L,
          "maxstalenessseconds", -1L,
          "waitqueuetimeoutms", 1L,
          "zlibcompressionlevel", -1L);

  /** The greatest values of numbers other than the greatest 32-bit integer. */
  private static final Map<String, Long> MOST =
      Map.of("proxyport", 65_535L, "timeoutms", Long.MAX_VALUE, "zlibcompressionlevel", 9L);

  private static final Set<String> BOOLEANS =
      words(
          "directConnection enableOverloadRetargeting j journal loadBalanced retryReads retryWrites"
              + " safe serverSelectionTryOnce");

  /** Options whose values are checked by the driver alone. */
  private static final Set<String> WORDS =
      words(
          "compressors readPreference readPreferenceTags serverMonitoringMode uuidRepresentation");

  /** Options with any value, or with wrong values that are errors. */
  private static final Set<String> TEXTS =
      words(
          "appName authMechanism authMechanismProperties authSource gssapiServiceName proxyHost"
              + " proxyPassword proxyUsername readConcernLevel replicaSet srvAllowedHostsSuffix"
              + " srvServiceName w");

  private final List<UrlOption> forDriver = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final UrlText url;

  /** Reads the options of a URL except the TLS options. */
  MongoOptions(UrlText url) {
    this.url = url;
    url.options().stream()
        .filter(option -> !MongoTlsOptions.isTls(option.name()))
        .collect(Collectors.groupingBy(MongoOptions::key, LinkedHashMap::new, Collectors.toList()))
        .forEach(this::take);
  }

  private static Set<String> words(String names) {
    return Set.of(names.toLowerCase(Locale.ROOT).split(" "));
  }

  private static String key(UrlOption option) {
    return option.name().toLowerCase(Locale.ROOT);
  }

  static boolean isKnown(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    return Stream.of(NUMBERS, BOOLEANS, WORDS, TEXTS).anyMatch(kind -> kind.contains(key));
  }

  /** Returns the options for the driver: as they were written, without the ignored ones. */
  List<UrlOption> forDriver() {
    return List.copyOf(forDriver);
  }

  List<String> warnings() {
    return warnings.stream().distinct().toList();
  }

  private void take(String key, List<UrlOption> same) {
    UrlOption last = same.get(same.size() - 1);
    if (!isKnown(key)) {
      same.forEach(
          option ->
              warnings.add(
                  url.nameOf(option)
                      + ": unknown option, so it is ignored; correct its name or remove it"));
    } else if (key.equals(TAGS)) {
      same.forEach(option -> pass(option, List.of(option)));
    } else if (same.size() == 1) {
      pass(last, same);
    } else if (key.startsWith("proxy")) {
      // An error in the SOCKS5 specification, and in the driver.
      forDriver.addAll(same);
    } else {
      warnings.add(
          same.get(0).name() + ": given more than once, so the last one counts; remove the others");
      pass(last, same);
    }
  }

  /** Passes an option on unless its last value is wrong; an earlier one must not count then. */
  private void pass(UrlOption last, List<UrlOption> same) {
    if (key(last).equals(COMPRESSORS)) {
      passCompressors(last);
      return;
    }
    Optional<String> rule = brokenRule(last);
    if (rule.isPresent()) {
      ignore(last.name(), url.valueOf(last), rule.get());
    } else if (!key(last).equals(TRY_ONCE)) {
      // serverSelectionTryOnce is for drivers with a single thread.
      forDriver.addAll(same);
    }
  }

  private void ignore(String name, String value, String rule) {
    warnings.add(
        "%s: %s is not %s, so it is ignored; correct or remove it".formatted(name, value, rule));
  }

  /** OP_COMPRESSED specification: an unknown compressor is a warning, and the others are used. */
  private void passCompressors(UrlOption option) {
    List<String> used = new ArrayList<>();
    for (String name : option.value().split(",", -1)) {
      if (accepts(UrlOption.of(COMPRESSORS, name))) {
        used.add(name);
      } else {
        ignore(option.name(), url.quoted(option, name), "a compressor of the driver");
      }
    }
    forDriver.add(UrlOption.of(COMPRESSORS, String.join(",", used)));
  }

  /** Returns the rule that a value breaks, to complete "is not …"; empty if it breaks none. */
  private static Optional<String> brokenRule(UrlOption option) {
    String key = key(option);
    String value = option.value();
    if (BOOLEANS.contains(key)) {
      return bool(value).isPresent() ? Optional.empty() : Optional.of("true or false");
    }
    if (WORDS.contains(key)) {
      return accepts(option) ? Optional.empty() : Optional.of("a value that the driver knows");
    }
    if (NUMBERS.contains(key) || (key.equals(WRITE_CONCERN) && value.matches("[+-]?\\d+"))) {
      return brokenRange(
          value, LEAST.getOrDefault(key, 0L), MOST.getOrDefault(key, (long) Integer.MAX_VALUE));
    }
    return Optional.empty();
  }

  /** Parses a number as the driver does: without spaces around it. */
  private static Optional<String> brokenRange(String value, long least, long most) {
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return Optional.empty();
      }
    } catch (NumberFormatException e) {
      // Reported like a number out of range.
    }
    return Optional.of("an integer from " + least + " to " + most);
  }

  /** Reads the driver's words; the specification has true and false, and warns about the others. */
  static Optional<Boolean> bool(String value) {
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1" -> Optional.of(true);
      case "false", "no", "0" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Returns whether the driver accepts an option of a URL without authentication. */
  private static boolean accepts(UrlOption option) {
    try {
      new ConnectionString("mongodb://h/?readPreference=nearest&" + option.text());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Reads a URL as the driver does, without a network. */
  static ConnectionString offline(String url, UrlText text, Secrets secrets) {
    try {
      // mongodb+srv names are looked up on connecting.
      return new ConnectionString(url, (name, type) -> List.of());
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          text
              + ": the MongoDB driver refuses this URL: "
              + secrets.hide(e.getMessage())
              + "; correct it");
    }
  }
}
