package dev.tlsbench.relay;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a requirement, such as {@code resumed>=90%}. */
final class TapTerm {
  private static final Pattern TERM = Pattern.compile("([a-z]+)(>=|<=|!=|=)(.+)");
  private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)%");
  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/s");
  private static final double PERCENT = 100;

  private TapTerm() {}

  /** Parses a requirement; see {@link TapRequirement#parse}. */
  static TapRequirement parse(String typed) {
    String text = typed.strip();
    Matcher term = TERM.matcher(text);
    if (!term.matches()) {
      throw unknown(text);
    }
    String value = term.group(3);
    List<String> alternatives = List.of(value.split("\\|", -1));
    return switch (term.group(1) + term.group(2)) {
      case "protocol=" -> {
        String known = TapRequirement.protocol(value);
        yield TapRequirement.ofHandshakes(text, choice -> choice.protocol().equals(known));
      }
      case "protocol>=" -> TapRequirement.protocolAtLeast(value);
      case "suite=" -> TapRequirement.suites(alternatives);
      case "suite!=" -> {
        List<String> names = TlsNames.cipherSuites("suite", value, alternatives);
        yield TapRequirement.ofHandshakes(text, choice -> !names.contains(choice.cipherSuite()));
      }
      case "group=" -> TapRequirement.namedGroups(alternatives);
      case "group!=" -> {
        List<String> names = TlsNames.namedGroups(alternatives);
        yield TapRequirement.ofGroups(text, group -> !names.contains(group));
      }
      case "resumed>=" -> TapRequirement.ofResumption(text, share(text, value));
      case "plain=" -> {
        if (!value.equals("0")) {
          throw unknown(text);
        }
        yield TapRequirement.neverPlain();
      }
      case "connections<=" -> TapRequirement.ofRate(text, rate(text, value));
      default -> throw unknown(text);
    };
  }

  private static double share(String text, String value) {
    Matcher share = SHARE.matcher(value);
    if (share.matches() && Double.parseDouble(share.group(1)) <= PERCENT) {
      return Double.parseDouble(share.group(1)) / PERCENT;
    }
    throw unknown(text);
  }

  private static double rate(String text, String value) {
    Matcher rate = RATE.matcher(value);
    if (!rate.matches()) {
      throw unknown(text);
    }
    return Double.parseDouble(rate.group(1));
  }

  private static InvalidSettingException unknown(String text) {
    return new InvalidSettingException(
        "'"
            + text
            + "' is no condition; write protocol>=TLSv1.3, suite=NAME|NAME, group=NAME|NAME,"
            + " resumed>=90%, plain=0 or connections<=5/s");
  }
}
