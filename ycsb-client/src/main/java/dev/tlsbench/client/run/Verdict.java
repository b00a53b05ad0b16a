package dev.tlsbench.client.run;

import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.FailureLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides whether a result may be used. */
final class Verdict {
  private Verdict() {}

  /**
   * Checks a run.
   *
   * @param failures the number of operations by each failure status
   * @param first the first failure that the database reported
   * @param brokenOffBy the failure that ended the run early
   * @return the reasons why the result must not be used, one line each; empty if it may be
   */
  static List<String> problems(
      RunTotals totals,
      Map<String, Long> failures,
      Optional<FailureLog.Cause> first,
      Optional<Throwable> brokenOffBy,
      TlsSettings required,
      TlsLedger ledger) {
    List<String> problems = new ArrayList<>();
    brokenOffBy.ifPresent(reason -> problems.add("the run broke off: " + reason));
    if (!failures.isEmpty()) {
      long sum = failures.values().stream().mapToLong(Long::longValue).sum();
      String kinds =
          failures.entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", "));
      problems.add(count(sum) + " failed: " + kinds + cause(first) + hint(failures));
    } else if (totals.operations() == 0) {
      problems.add("no operation was done");
    }
    if (required.enabled()) {
      if (ledger.handshakes().isEmpty()) {
        problems.add("TLS was asked for, but no handshake was seen");
      }
      problems.addAll(ledger.differences(required));
    }
    return lines(problems);
  }

  /** Returns problems, one line each, with their consequence. */
  static List<String> lines(List<String> problems) {
    List<String> all = new ArrayList<>(problems);
    all.replaceAll(problem -> problem + "; do not use this result");
    return all;
  }

  private static String count(long operations) {
    return operations == 1 ? "1 operation" : operations + " operations";
  }

  private static String hint(Map<String, Long> failures) {
    if (failures.keySet().stream().anyMatch(kind -> kind.endsWith(" NO_ANSWER"))) {
      return " (NO_ANSWER: none had come when maxexecutiontime was over and its patience, too;"
          + " whether the server did what was asked is not known)";
    }
    if (failures.keySet().stream().anyMatch(kind -> kind.endsWith(" NOT_FOUND"))) {
      return " (was it loaded with the same recordcount, insertorder and table?)";
    }
    return "";
  }

  /** Names the first failure that was seen; the statuses alone do not explain it. */
  private static String cause(Optional<FailureLog.Cause> first) {
    return first
        .map(
            seen ->
                "; first error, seen "
                    + (seen.count() == 1 ? "once" : seen.count() + " times")
                    + ": "
                    + seen.message())
        .orElse("");
  }
}
