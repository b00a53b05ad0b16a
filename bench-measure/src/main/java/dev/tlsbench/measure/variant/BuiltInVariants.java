package dev.tlsbench.measure.variant;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The built-in variants, of {@code built-in-variants.yaml}. */
final class BuiltInVariants {
  private static final String PROVIDER = "tls.provider";
  private static final String DRIVER = "driver";
  private static final Set<String> LEGACY = Set.of("tls12-3des", "tls12-rc4");
  private static final String TITLE = "title";
  private static final Map<String, Map<String, String>> ALL = read();

  private BuiltInVariants() {}

  private static Map<String, Map<String, String>> read() {
    try (InputStream file = BuiltInVariants.class.getResourceAsStream("built-in-variants.yaml")) {
      return new ObjectMapper(new YAMLFactory())
          .readValue(file, new TypeReference<LinkedHashMap<String, Map<String, String>>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Set<String> names() {
    return ALL.keySet();
  }

  /** Returns the title of a name without provider; empty if there is no such variant. */
  static Optional<String> title(String base) {
    return Optional.ofNullable(ALL.get(base)).map(found -> found.get(TITLE));
  }

  /**
   * Finds a variant, with or without the suffix {@code @PROVIDER}.
   *
   * @throws InvalidSettingException if there is no such provider
   */
  static Optional<Variant> find(String name) {
    int at = name.indexOf('@');
    Map<String, String> base = ALL.get(at < 0 ? name : name.substring(0, at));
    if (base == null) {
      return Optional.empty();
    }
    Map<String, String> settings = new LinkedHashMap<>(base);
    settings.remove(TITLE);
    if (at >= 0) {
      String provider = name.substring(at + 1);
      settings.put(PROVIDER, provider.equals(DRIVER) ? DRIVER : TlsProvider.of(provider).id());
    }
    return Optional.of(new Variant(name, settings));
  }

  /** Returns true if the variant is a built-in one with a weak cipher, under any provider. */
  static boolean isLegacy(Variant variant) {
    return LEGACY.contains(variant.name().split("@", 2)[0])
        && find(variant.name()).equals(Optional.of(variant));
  }
}
