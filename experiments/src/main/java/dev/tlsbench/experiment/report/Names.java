package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Look.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Readable names of built-in variants; other names stay as they are. */
final class Names {
  private static final Pattern WORD =
      Pattern.compile("(?<![\\w./@-])tls1[23](?:-[a-z0-9-]+)?(?:@[a-z]+)?(?![\\w/@-]|\\.\\w)");

  private Names() {}

  /** Returns a text with readable names of built-in variants with TLS. */
  static String inText(String text) {
    return WORD.matcher(text)
        .replaceAll(word -> Matcher.quoteReplacement(Variants.title(word.group())));
  }

  /** Returns the name, with the role in the run. */
  static String of(VariantResult variant, Result result) {
    return variant.role() == Role.CONTROL
        ? "control (" + Variants.title(result.setup().baseline()) + " again)"
        : Variants.title(variant.name());
  }

  static String first(String variant) {
    String name = Variants.title(variant);
    return name.equals(variant) ? name : Numbers.capital(name);
  }

  /** Returns the looks of all variants, by name: the control last. */
  static Map<String, Look> looks(Result result) {
    Map<String, Look> looks = new LinkedHashMap<>();
    int number = 0;
    for (Role role : new Role[] {Role.BASELINE, Role.VARIANT, Role.CONTROL}) {
      for (Point point : result.points()) {
        for (VariantResult variant : point.variants()) {
          if (variant.role() == role && !looks.containsKey(variant.name())) {
            int own = role == Role.VARIANT ? number++ : 0;
            looks.put(
                variant.name(), new Look(of(variant, result), Kind.valueOf(role.name()), own));
          }
        }
      }
    }
    return looks;
  }

  static String cores(List<Integer> cores) {
    return cores.size() == 1 ? "one core" : Numbers.count(cores.size()) + " cores";
  }
}
