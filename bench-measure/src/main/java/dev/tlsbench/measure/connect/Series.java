package dev.tlsbench.measure.connect;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.report.json.Inline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The connections of one variant and kind. */
@Inline
public record Series(String variant, Kind kind) {
  /** The connections with TLS as URL and properties ask for it. */
  public static final String TLS = "tls";

  /** The connections without TLS, unless the variants have other names. */
  public static final String PLAIN = "plain";

  /** The name of the baseline, measured a second time. */
  static final String CONTROL = Settings.CONTROL;

  /** The variants of a run that compares TLS, as URL and properties ask for it, with plain. */
  public static final List<Variant> USUAL =
      List.of(new Variant(PLAIN, Map.of("tls.enabled", "false")), new Variant(TLS, Map.of()));

  /** Parses a name of a result that does not tell variant and kind apart. */
  static Series named(String name) {
    for (Kind kind : List.of(Kind.FULL, Kind.RESUMED)) {
      if (name.endsWith(kind.suffix())) {
        return new Series(name.substring(0, name.length() - kind.suffix().length()), kind);
      }
    }
    return new Series(name, Kind.PLAIN);
  }

  /** Returns one series for a plain variant, two for others, without the control. */
  public static List<Series> of(List<Variant> variants) {
    List<Series> all = new ArrayList<>();
    for (Variant variant : variants) {
      for (Kind kind : variant.isPlain() ? List.of(Kind.PLAIN) : List.of(Kind.FULL, Kind.RESUMED)) {
        all.add(new Series(variant.name(), kind));
      }
    }
    Set<String> names = new HashSet<>(Set.of(CONTROL));
    for (Series series : all) {
      if (!names.add(series.name()) || !named(series.name()).equals(series)) {
        throw new InvalidSettingException(
            ("--variant: '%s' is like a name that results use: control, …-full and "
                    + "…-resumed; choose another name")
                .formatted(series.variant()));
      }
    }
    return all;
  }

  /** Returns the name in tables and files, such as {@code tls13-full}. */
  public String name() {
    return variant + kind.suffix();
  }

  /** Returns the name in sentences, such as {@code tls13, full}. */
  String title() {
    return kind.title(variant);
  }
}
