package dev.tlsbench.measure.variant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.client.properties.KnownNames;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.core.tls.TlsProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The variants of a run, in the order in which they were given, with unique names. Immutable. */
public final class Variants {
  /**
   * The comma before a setting; a comma inside of a value is not followed by a name and {@code =}.
   */
  private static final Pattern COMMA = Pattern.compile(",(?=[A-Za-z][A-Za-z0-9._]*=)");

  private static final int MEBIBYTES = 1;

  private static final Map<String, String> PROVIDERS =
      Map.of(
          "jdk", " by the JDK",
          "bouncycastle", " by Bouncy Castle",
          "conscrypt", " by Conscrypt",
          "openssl", " by BoringSSL",
          "driver", " by the driver");

  private static final String PROVIDER = "tls.provider";
  private static final String DRIVER = "driver";
  private static final String MOST_GROUPS = "bouncycastle";
  private static final Set<String> LEGACY = Set.of("tls12-3des", "tls12-rc4");
  private static final String TITLE = "title";

  /** Settings and titles of the built-in variants. */
  private static final Map<String, Map<String, String>> BUILT_IN = builtIn();

  private final Map<String, Variant> byName;
  private final List<String> notes;

  private Variants(Map<String, Variant> byName, List<String> notes) {
    this.byName = byName;
    this.notes = List.copyOf(notes);
  }

  private static Map<String, Map<String, String>> builtIn() {
    try (InputStream file = Variants.class.getResourceAsStream("built-in-variants.yaml")) {
      return new ObjectMapper(new YAMLFactory())
          .readValue(file, new TypeReference<LinkedHashMap<String, Map<String, String>>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Parses variants.
   *
   * @param specifications built-in names ({@code tls13}, {@code tls13@conscrypt}) separated by
   *     commas, of which the last may be a variant {@code name:key=value,…}
   * @return the variants of the files first
   * @throws InvalidSettingException if a name is unknown or not unique, or a file is wrong
   */
  public static Variants of(List<String> specifications, List<Path> files) {
    List<Variant> all = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Path file : files) {
      List<Variant> read = read(file);
      read.stream()
          .flatMap(variant -> ExposedFiles.withPassword(file, variant.settings()).stream())
          .findFirst()
          .ifPresent(notes::add);
      all.addAll(read);
    }
    for (String specification : specifications) {
      split(specification).forEach(one -> all.add(parse(one)));
    }
    Map<String, Variant> byName = new LinkedHashMap<>();
    for (Variant variant : onOneImplementation(all, notes)) {
      if (byName.putIfAbsent(variant.name(), variant) != null) {
        throw new InvalidSettingException(
            "--variant: '" + variant.name() + "' is given twice; use different names");
      }
    }
    return new Variants(byName, notes);
  }

  /**
   * Moves the built-in variants whose names leave the TLS implementation open to one that has them
   * all, if one of them needs another than the default: two implementations differ by more than two
   * groups.
   */
  private static List<Variant> onOneImplementation(List<Variant> given, List<String> notes) {
    List<Variant> open =
        given.stream()
            .filter(variant -> !variant.isPlain() && !variant.name().contains("@"))
            .filter(variant -> builtIn(variant.name()).equals(Optional.of(variant)))
            .toList();
    Set<String> needed =
        open.stream()
            .flatMap(variant -> Stream.ofNullable(variant.settings().get(PROVIDER)))
            .collect(Collectors.toSet());
    if (needed.isEmpty() || open.size() == 1) {
      return given;
    }
    String one = needed.contains(MOST_GROUPS) ? MOST_GROUPS : needed.iterator().next();
    notes.add(
        "%s run%s: one TLS implementation for all, since one of them needs it"
            .formatted(
                String.join(", ", open.stream().map(Variant::name).toList()), PROVIDERS.get(one)));
    return given.stream()
        .map(each -> open.contains(each) ? builtIn(each.name() + "@" + one).orElseThrow() : each)
        .toList();
  }

  /** Splits at commas; all text after a colon belongs to one variant. */
  private static List<String> split(String specification) {
    int colon = specification.indexOf(':');
    int end = specification.lastIndexOf(',', colon < 0 ? specification.length() : colon);
    if (end < 0) {
      return List.of(specification);
    }
    List<String> all = new ArrayList<>(List.of(specification.substring(0, end).split(",", -1)));
    all.add(specification.substring(end + 1));
    return all;
  }

  private static Variant parse(String specification) {
    int colon = specification.indexOf(':');
    if (colon < 0) {
      return builtIn(specification).orElseThrow(() -> unknown(specification));
    }
    String name = new Variant(specification.substring(0, colon), Map.of()).name();
    return new Variant(name, settings("--variant " + name, specification.substring(colon + 1)));
  }

  /** Finds a built-in variant, with or without the suffix {@code @PROVIDER}. */
  private static Optional<Variant> builtIn(String name) {
    String[] parts = name.split("@", 2);
    Map<String, String> base = BUILT_IN.get(parts[0]);
    if (base == null) {
      return Optional.empty();
    }
    Map<String, String> settings = new LinkedHashMap<>(base);
    settings.remove(TITLE);
    if (parts.length > 1) {
      settings.put(PROVIDER, parts[1].equals(DRIVER) ? DRIVER : TlsProvider.of(parts[1]).id());
    }
    return Optional.of(new Variant(name, settings));
  }

  /** Parses the settings of a variant; fails if one has no value or a misspelt name. */
  public static Map<String, String> settings(String option, String text) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String setting : COMMA.split(text, -1)) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException(
            option + ": a setting has no value; write it as key=value,key=value");
      }
      String name = setting.substring(0, equals).strip();
      KnownNames.check(option + ": ", name);
      settings.put(name, setting.substring(equals + 1));
    }
    return settings;
  }

  /** Refuses variants with a cipher that this JVM's policy on weak algorithms forbids. */
  public static void requireAllowed(List<Variant> variants) {
    for (Variant variant : variants) {
      String base = variant.name().split("@", 2)[0];
      if (LEGACY.contains(base)
          && builtIn(variant.name()).equals(Optional.of(variant))
          && !LegacyTls.isAllowed()) {
        throw new InvalidSettingException(
            ("--variant: '%s' has a cipher that the JDK's policy on weak algorithms "
                    + "forbids; --legacy-tls switches the policy off for this run")
                .formatted(base));
      }
    }
  }

  /**
   * Returns the title of a built-in variant, such as {@code TLS 1.3 with AES-128-GCM by Conscrypt};
   * the name of any other.
   */
  public static String title(String name) {
    String[] parts = name.split("@", 2);
    Map<String, String> builtIn = BUILT_IN.getOrDefault(parts[0], Map.of());
    String implementation = parts.length == 1 ? builtIn.getOrDefault(PROVIDER, "") : parts[1];
    String provider = PROVIDERS.getOrDefault(implementation, "");
    String title = builtIn.get(TITLE);
    return title == null || (parts.length > 1 && provider.isEmpty()) ? name : title + provider;
  }

  /** Returns the title with the TLS implementation that the variant had. */
  public static String title(String name, String implementation) {
    return BUILT_IN.containsKey(name) ? title(name + "@" + implementation) : title(name);
  }

  private static InvalidSettingException unknown(String typed) {
    String name = new Variant(typed, Map.of()).name();
    return new InvalidSettingException(
        ("--variant: there is no variant '%s'; choose one of %s; a suffix @jdk, "
                + "@bouncycastle, @conscrypt or @openssl selects the TLS implementation, "
                + "@driver the driver's own TLS; or define one: name:key=value,…")
            .formatted(name, String.join(", ", BUILT_IN.keySet())));
  }

  private static List<Variant> read(Path file) {
    Map<String, Map<String, String>> content;
    try {
      content =
          new ObjectMapper(new YAMLFactory())
              .readValue(
                  BoundedFile.text("--variants " + file + ":", file, MEBIBYTES, "variants"),
                  new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      // No cause, because it quotes the line, which may hold a password.
      throw new InvalidSettingException(
          ("--variants %s: line %s is not as expected: names, each with properties "
                  + "and their values")
              .formatted(file, e.getLocation() == null ? "?" : e.getLocation().getLineNr()));
    } catch (IOException e) {
      throw new InvalidSettingException(
          "--variants " + file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
    List<Variant> variants = new ArrayList<>();
    if (content != null) {
      content.forEach(
          (name, settings) ->
              variants.add(variant(file, name, settings == null ? Map.of() : settings)));
    }
    return variants;
  }

  private static Variant variant(Path file, String name, Map<String, @Nullable String> settings) {
    Variant variant = new Variant(name, Map.of());
    settings.forEach(
        (key, value) -> {
          KnownNames.check("--variants " + file + ": " + variant.name() + ": ", key);
          if (value == null) {
            throw new InvalidSettingException(
                "--variants %s: a setting of %s has no value; set one, or remove it"
                    .formatted(file, variant.name()));
          }
        });
    return new Variant(name, settings);
  }

  public List<String> notes() {
    return notes;
  }

  public List<Variant> all() {
    return List.copyOf(byName.values());
  }

  /** Finds a variant by its name, or by its name without an implementation. */
  public Optional<Variant> find(String name) {
    return Optional.ofNullable(byName.get(name))
        .or(
            () ->
                byName.values().stream()
                    .filter(variant -> variant.name().startsWith(name + "@"))
                    .findFirst());
  }
}
