package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.option.BooleanWords;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of a URL that are for the driver, by the MongoDB connection string and URI options
 * specifications.
 *
 * <p>Names are case-insensitive. Unknown options and invalid values cause a warning and are not
 * passed to the driver, which would refuse some and fail with others later. The last occurrence of
 * a repeated option counts, as in the driver; repetitions and deprecated names and booleans cause
 * warnings too.
 */
final class MongoOptions {
  /** The driver's words; the specification has true and false, and warns about the others. */
  private static final BooleanWords BOOLEAN =
      new BooleanWords(List.of("true", "yes", "1"), List.of("false", "no", "0"), true);

  private final List<UrlOption> all;
  private final ShownOptions shown;
  private final Set<UrlOption> ignored = new HashSet<>();
  private final Map<UrlOption, UrlOption> rewritten = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  /** Reads the options of a URL except the TLS options. */
  MongoOptions(List<UrlOption> all, ShownOptions shown) {
    this.all = all;
    this.shown = shown;
    Map<String, List<UrlOption>> byName =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    option -> option.name().toLowerCase(Locale.ROOT),
                    LinkedHashMap::new,
                    Collectors.toList()));
    byName.forEach(
        (name, same) ->
            MongoOption.of(name)
                .ifPresentOrElse(
                    known -> read(known, name, same, byName.keySet()), () -> ignoreUnknown(same)));
  }

  /** Returns the options for the driver: as they were written, without the ignored ones. */
  List<UrlOption> forDriver() {
    return all.stream()
        .filter(option -> !ignored.contains(option))
        .map(option -> rewritten.getOrDefault(option, option))
        .toList();
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  private void ignoreUnknown(List<UrlOption> same) {
    ignored.addAll(same);
    same.stream()
        .map(
            option ->
                shown.name(option)
                    + ": unknown option, so it is ignored; correct its name or remove it")
        .distinct()
        .forEach(warnings::add);
  }

  private void read(MongoOption known, String name, List<UrlOption> same, Set<String> names) {
    String current = known.name();
    if (!name.equalsIgnoreCase(current)) {
      boolean replaced = names.contains(current.toLowerCase(Locale.ROOT));
      warnings.add(
          name
              + ": deprecated name of "
              + current
              + (replaced
                  ? ", which is given too, so this one is ignored; remove it"
                  : "; write " + current));
      if (replaced) {
        ignored.addAll(same);
        return;
      }
    }
    if (known.isList()) {
      same.forEach(option -> check(known, option, List.of(option)));
    } else if (same.size() == 1) {
      check(known, same.get(0), same);
    } else if (!known.isOnceOnly()) {
      warnings.add(current + ": given more than once, so the last one counts; remove the others");
      check(known, same.get(same.size() - 1), same);
    }
    if (!known.isForDriver()) {
      ignored.addAll(same);
    }
  }

  /** Checks the last occurrence; if it is invalid, the driver must not see an earlier one. */
  private void check(MongoOption known, UrlOption option, List<UrlOption> same) {
    ValueRule rule = known.rule();
    if (rule.equals(ValueRule.COMPRESSORS)) {
      checkCompressors(option, same);
    } else if (!rule.accepts().test(option)) {
      ignored.addAll(same);
      warnings.add(
          "%s: %s is not %s, so the option is ignored; correct or remove it"
              .formatted(known.name(), shown.value(option), rule.expected()));
    } else if (rule.equals(ValueRule.BOOLEAN)) {
      deprecatedBoolean(known.name(), option.value()).ifPresent(warnings::add);
    }
  }

  /** Reads a boolean as the driver does, which also trims control characters. */
  static Optional<Boolean> bool(String value) {
    return BOOLEAN.read(value.trim());
  }

  /** Returns a warning for a deprecated word; empty for any other value. */
  static Optional<String> deprecatedBoolean(String name, String value) {
    return bool(value)
        .map(String::valueOf)
        .filter(word -> !value.trim().equalsIgnoreCase(word))
        .map(
            word ->
                "%s: '%s' is deprecated for a boolean; write %s=%s"
                    .formatted(name, value.trim(), name, word));
  }

  /** OP_COMPRESSED specification: an unknown compressor is a warning, and the others are used. */
  private void checkCompressors(UrlOption option, List<UrlOption> same) {
    List<String> listed =
        Arrays.stream(option.value().split(",")).filter(name -> !name.isEmpty()).toList();
    List<String> known = listed.stream().filter(ValueRule.COMPRESSOR_NAMES::contains).toList();
    Stream<String> unknown = listed.stream().filter(name -> !known.contains(name)).distinct();
    unknown.forEach(
        name ->
            warnings.add(
                "%s: %s is not %s, so it is ignored; correct or remove it"
                    .formatted(
                        option.name(),
                        shown.quoted(option, name),
                        ValueRule.COMPRESSORS.expected())));
    if (known.isEmpty()) {
      ignored.addAll(same);
    } else if (known.size() < listed.size()) {
      String value = String.join(",", known);
      rewritten.put(option, new UrlOption(option.name(), value, option.name() + "=" + value));
    }
  }
}
