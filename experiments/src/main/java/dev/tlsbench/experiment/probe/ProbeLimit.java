package dev.tlsbench.experiment.probe;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.probe.Grade;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.probe.ProbeResult.Validity;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A limit for a server's TLS, such as {@code grade < acceptable}, or {@code expires < 30d} for its
 * own certificate.
 *
 * @param grade the worst that keeps the limit; {@code null} for a limit of days
 */
public record ProbeLimit(String text, @Nullable Grade grade, long days) {
  private static final Pattern FORM =
      Pattern.compile("grade\\s*<\\s*(modern|acceptable)|expires\\s*<\\s*(\\d{1,5})d");

  public static ProbeLimit parse(String typed) {
    Matcher form = FORM.matcher(typed.strip());
    if (!form.matches()) {
      throw new InvalidSettingException(
          "'%s' is no limit here; write 'grade < acceptable', 'grade < modern' or 'expires < 30d'"
              .formatted(typed));
    }
    return form.group(1) == null
        ? new ProbeLimit(typed.strip(), null, Long.parseLong(form.group(2)))
        : new ProbeLimit(typed.strip(), Grade.valueOf(form.group(1).toUpperCase(Locale.ROOT)), 0);
  }

  /** Checks a server, whose name comes before the limit's text. */
  public LimitCheck check(String server, ProbeResult probe) {
    Grade found = probe.assessment().grade();
    if (grade != null) {
      String why =
          probe.assessment().remarks().stream()
              .filter(remark -> remark.grade() == found && found != Grade.MODERN)
              .findFirst()
              .map(remark -> ": " + remark.about() + " (" + remark.reason() + ")")
              .orElse("");
      return check(server, found.compareTo(grade) <= 0, "The grade is " + found.id() + why);
    }
    Validity validity = ProbeDocument.validity(probe);
    return validity == null
        ? new LimitCheck(server + text, Outcome.UNDECIDED, "The server sent no certificate.")
        : check(
            server,
            validity.daysLeft() >= days,
            "The certificate has "
                + ProbeDocument.left(validity)
                + ", until "
                + ProbeDocument.day(validity.notAfter()));
  }

  private LimitCheck check(String server, boolean holds, String found) {
    return new LimitCheck(server + text, holds ? Outcome.HOLDS : Outcome.BROKEN, found + ".");
  }
}
