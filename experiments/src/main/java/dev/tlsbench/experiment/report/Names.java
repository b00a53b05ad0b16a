package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Look;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Readable names of built-in variants; other names stay as they are. */
final class Names {
  private Names() {}

  static String of(VariantResult variant, Result result) {
    return variant.role() == Role.CONTROL
        ? "control (" + Variants.title(result.setup().baseline()) + " again)"
        : Variants.title(variant.name());
  }

  static String first(String variant) {
    String name = Variants.title(variant);
    return name.equals(variant) ? name : Numbers.capital(name);
  }

  /** Names the baseline after a ratio, with its TLS implementation; nothing for plain text. */
  static String against(Result result) {
    return Views.rows(result, variant -> variant.role() == Role.BASELINE).stream()
        .flatMap(row -> row.variant().connections().negotiated().stream())
        .findFirst()
        .map(tls -> ", against " + Variants.title(result.setup().baseline(), tls.provider()))
        .orElse("");
  }

  /** Returns the looks of all variants, by name: the control last. */
  static Map<String, Look> looks(Result result) {
    Map<String, Look> looks = new LinkedHashMap<>();
    int number = 0;
    for (Role role : List.of(Role.BASELINE, Role.VARIANT, Role.CONTROL)) {
      for (Views.Row row : Views.rows(result, variant -> variant.role() == role)) {
        String name = row.variant().name();
        if (!looks.containsKey(name)) {
          int own = role == Role.VARIANT ? number++ : 0;
          looks.put(name, new Look(of(row.variant(), result), Look.Kind.valueOf(role.name()), own));
        }
      }
    }
    return looks;
  }

  static String cores(List<Integer> cores) {
    return cores.size() == 1 ? "one core" : Numbers.count(cores.size()) + " cores";
  }
}
