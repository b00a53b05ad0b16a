package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name variants and their baseline. */
public final class VariantOptions {
  private static final String PLAIN = "plain";

  @Option(
      names = "--variant",
      paramLabel = "NAME|NAME:KEY=VALUE,…",
      description =
          "Variants to compare: built-in names separated by commas, or one of your own, which must"
              + " be the last; may be repeated. Default: plain,tls13; for 'connect' plain, and TLS"
              + " as the URL asks for it.")
  private List<String> variants = new ArrayList<>();

  @Option(
      names = "--variants",
      paramLabel = "FILE",
      description = "YAML file of variants: names, each with properties and their values.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "The variant that others are compared with. Default: plain if compared, else the first.")
  private @Nullable String baseline;

  /**
   * Returns the variants, the baseline first; by default those named {@code otherwise}, which may
   * be none.
   */
  public List<Variant> or(List<String> otherwise, Consumer<String> notes) {
    boolean isNone = variants.isEmpty() && files.isEmpty();
    Variants chosen = Variants.of(isNone ? otherwise : variants, files);
    chosen.notes().forEach(notes);
    List<Variant> all = new ArrayList<>(chosen.all());
    if (all.isEmpty() && baseline != null) {
      throw new InvalidSettingException("--baseline: no variants are given; add --variant");
    }
    if (!all.isEmpty()) {
      Variant first = baseline(chosen);
      all.remove(first);
      all.add(0, first);
    }
    return all;
  }

  private Variant baseline(Variants chosen) {
    if (baseline == null) {
      return chosen.find(PLAIN).orElse(chosen.all().get(0));
    }
    return chosen
        .find(baseline)
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "--baseline: '"
                        + baseline
                        + "' is not among the variants; choose one of "
                        + String.join(", ", chosen.all().stream().map(Variant::name).toList())));
  }
}
