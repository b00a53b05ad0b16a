package dev.tlsbench.experiment.report;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.ShellWords;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.ycsb.session.Binding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The command line of {@code tlsbench connect} for the server and variants of a comparison. */
final class ConnectCommandLine {
  private static final Set<String> OF_VARIANTS = Set.of("--variant", "--variants");
  private static final Set<String> OF_SERVER =
      Set.of("--plain-url", "--binding", "-P", "-p", "--baseline");

  private ConnectCommandLine() {}

  /** Returns the command for a shell; without secrets, as that of the comparison has none. */
  static String after(Result result) {
    List<String> words = ShellWords.split(result.run().command());
    int name = words.indexOf(result.experiment());
    List<String> line =
        new ArrayList<>(name < 0 ? List.of("bin/tlsbench") : words.subList(0, name));
    line.add("connect");
    boolean namesVariants = false;
    for (int i = Math.max(name, 0) + 1; i < words.size(); i++) {
      String word = words.get(i);
      String option = option(word);
      if (OF_VARIANTS.contains(option) || OF_SERVER.contains(option)) {
        namesVariants |= OF_VARIANTS.contains(option);
        line.add(word);
        if (word.equals(option) && i + 1 < words.size()) {
          line.add(words.get(++i));
        }
      } else if (isUrl(word)) {
        line.add(word);
      }
    }
    if (!namesVariants) {
      line.add("--variant");
      line.add(variants(result));
    }
    return ShellWords.join(line);
  }

  /** Returns the option of {@code --option=value}, {@code -pvalue} or {@code --option}. */
  private static String option(String word) {
    return word.startsWith("--")
        ? word.split("=", 2)[0]
        : word.startsWith("-") ? word.substring(0, Math.min(2, word.length())) : word;
  }

  private static boolean isUrl(String word) {
    try {
      Binding.ofUrl(word);
      return true;
    } catch (InvalidSettingException e) {
      return false;
    }
  }

  private static String variants(Result result) {
    return result.points().stream()
        .flatMap(point -> point.variants().stream())
        .filter(variant -> variant.role() != VariantResult.Role.CONTROL)
        .map(VariantResult::name)
        .distinct()
        .collect(Collectors.joining(","));
  }
}
