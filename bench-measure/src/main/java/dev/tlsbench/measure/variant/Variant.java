package dev.tlsbench.measure.variant;

import dev.tlsbench.client.database.TrustBundle;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import site.ycsb.workloads.CoreWorkload;

/**
 * A way to connect: a name, and the properties in which it differs from the others.
 *
 * @param name letters, digits and {@code . _ @ + -}
 * @param settings properties by name, in order; {@code url} stands for the binding's own URL
 *     property, and may name another property that holds the URL
 */
public record Variant(String name, Map<String, String> settings) {
  /**
   * The setting that stands for the binding's URL, such as {@code mongodb.url}: a URL, or the name
   * of a property that holds it, such as {@code proxy.url}.
   */
  public static final String URL = "url";

  static final String ENABLED = "tls.enabled";

  /** The setting that stands for the binding's way to begin with TLS, without a request for it. */
  static final String DIRECT = "direct";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]*");

  public Variant {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "--variant: a name may have letters, digits and . _ @ + - only (the given one is not"
              + " shown, as it may hold a password); write a variant of your own as"
              + " name:key=value,key=value");
    }
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * Returns true if the variant disables TLS. Then the TLS options of the URL and of the other
   * properties do not apply to it.
   */
  public boolean isPlain() {
    return "false".equals(settings.get(ENABLED));
  }

  /** Returns true if the driver's own TLS is measured, and not this project's. */
  public boolean isDriversOwn() {
    return "driver".equals(settings.get("tls.provider"));
  }

  public boolean hasOwnUrl() {
    return settings.containsKey(URL);
  }

  /** Returns all properties of a client of this variant. */
  public Properties applyTo(Binding binding, Properties base) {
    Properties properties = isPlain() ? PlainUrl.of(binding, base) : RunProperties.copy(base);
    settings.forEach(
        (name, value) -> {
          if (name.equals(DIRECT)) {
            binding.directTls().forEach(properties::setProperty);
          } else {
            boolean isUrl = name.equals(URL);
            properties.setProperty(
                isUrl ? binding.urlProperty() : name, isUrl ? url(value, base) : value);
          }
        });
    if (!settings.containsKey(CoreWorkload.TABLENAME_PROPERTY)) {
      nameTable(properties);
    }
    TrustBundle.extend(binding, properties);
    return properties;
  }

  /** Gives records of another size a table of their own, such as {@code usertable_10x5000}. */
  private void nameTable(Properties properties) {
    if (settings.containsKey(CoreWorkload.FIELD_COUNT_PROPERTY)
        || settings.containsKey(CoreWorkload.FIELD_LENGTH_PROPERTY)) {
      properties.setProperty(
          CoreWorkload.TABLENAME_PROPERTY,
          "%s_%dx%d"
              .formatted(
                  properties.getProperty(
                      CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT),
                  RunProperties.number(properties, CoreWorkload.FIELD_COUNT_PROPERTY, 10, 1),
                  RunProperties.number(properties, CoreWorkload.FIELD_LENGTH_PROPERTY, 100, 1)));
    }
  }

  /** Returns the URL, or that of the property which is named in its place; plain if this is. */
  private String url(String value, Properties base) {
    String url = value.contains(":") ? value : base.getProperty(value);
    if (url == null) {
      throw new InvalidSettingException(
          ("--variant %s: there is neither a URL nor a property '%s' that holds one; "
                  + "give it with -P or -p")
              .formatted(name, value));
    }
    return isPlain() ? PlainUrl.of(url) : url;
  }

  /** Contains names only: values may be secret. */
  @Override
  public String toString() {
    return name + settings.keySet();
  }
}
