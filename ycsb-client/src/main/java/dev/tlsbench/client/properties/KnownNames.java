package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.ycsb.StatementWorkload;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import dev.tlsbench.ycsb.workload.RepeatWorkload;
import dev.tlsbench.ycsb.workload.UserStatement;
import dev.tlsbench.ycsb.workload.oltp.OltpWorkload;
import dev.tlsbench.ycsb.workload.tpcc.TpccWorkload;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.workloads.CoreWorkload;

/**
 * The names of properties. A user's own workload may read any name, except a name that begins like
 * those of this project, of YCSB's measurements or of its stock {@code jdbc} binding, or that
 * differs from a known one only in capitals, points and dashes: such a name is misspelt, and the
 * run would use a default instead, or even another server.
 */
public final class KnownNames {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.-]*");

  private static final Pattern RESERVED =
      Pattern.compile(
          "(tls|ssl|oltp|tpcc|geo|repeat|dump|statement|plain|tlsbench|"
              + Binding.all().stream()
                  .flatMap(binding -> binding.prefixes().stream())
                  .collect(Collectors.joining("|"))
              + ")([._-].*)?"
              + "|jdbc(\\..*)?|(db|hdrhistogram|histogram|measurement|timeseries|exponential|status)"
              + "\\..*",
          Pattern.CASE_INSENSITIVE);

  private static final List<String> OF_TLSBENCH =
      List.of(
          "plain.url",
          "tlsbench.waste",
          "tlsbench.operationsPerConnection",
          "tlsbench.otherAuthorities");

  /** Options of sysbench and of tools for TPC-C, and what says the same here, by their letters. */
  private static final Map<String, String> OF_OTHER_TOOLS =
      Stream.of(
              "threads numthreads terminals: threadcount, or --threads of bin/tlsbench",
              "time maxtime runmins: maxexecutiontime, or --duration of bin/tlsbench",
              "events maxrequests: operationcount",
              "rate: target, or --target of bin/tlsbench",
              "reportinterval: status.interval, with -s",
              "percentile: hdrhistogram.percentiles",
              "warehouses scale: tpcc.warehouses")
          .map(line -> line.split(": ", 2))
          .flatMap(line -> Stream.of(line[0].split(" ")).map(name -> Map.entry(name, line[1])))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final Set<String> KNOWN =
      new TreeSet<>(
          Stream.of(
                  TlsOption.properties(),
                  Binding.all().stream().flatMap(one -> one.properties().stream()).toList(),
                  YcsbOptions.names(),
                  List.of(OltpWorkload.MODEL, OltpWorkload.PREFIX),
                  TpccWorkload.PROPERTIES,
                  List.of(RepeatWorkload.LENGTH, RepeatWorkload.REQUEST, DumpWorkload.EXPORT),
                  List.of(
                      UserStatement.PROPERTY, UserStatement.PARAMETERS, StatementWorkload.WRITES),
                  List.of("geo.table", "geo.rows", "geo.batch", "geo.load.limit"),
                  OF_TLSBENCH,
                  List.of("tls.verbose"))
              .flatMap(Collection::stream)
              .toList());

  private static final Set<String> LETTERS =
      KNOWN.stream().map(KnownNames::letters).collect(Collectors.toUnmodifiableSet());

  private KnownNames() {}

  static Set<String> all() {
    return Collections.unmodifiableSet(KNOWN);
  }

  /** Returns whether a workload is of YCSB or of this project, and reads known names only. */
  static boolean isOfTheseProjects(Class<?> workload) {
    return workload.getName().matches("(site\\.ycsb|dev\\.tlsbench)\\..*");
  }

  /** Refuses options of other tools, which these workloads would not heed. */
  static void requireNoneOfOtherTools(Set<String> names) {
    for (String name : new TreeSet<>(names)) {
      String here = OF_OTHER_TOOLS.get(letters(name));
      if (here != null && !KNOWN.contains(name)) {
        throw new InvalidSettingException(
            name + ": an option of another tool, which nothing reads here; use " + here);
      }
    }
  }

  /** Refuses properties that only the commands of {@code bin/tlsbench} heed. */
  public static void requireNoneOfTlsbench(Set<String> names) {
    OF_TLSBENCH.stream()
        .filter(names::contains)
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidSettingException(name + ": only bin/tlsbench heeds it; omit it");
            });
  }

  /**
   * Refuses names that neither a binding nor this workload reads, unless it is a user's own, or
   * takes the options of sysbench.
   */
  public static void requireRead(Class<?> workload, Set<String> names) {
    if (workload == CoreWorkload.class
        || (workload.getName().startsWith("dev.tlsbench.") && workload != OltpWorkload.class)) {
      for (String name : new TreeSet<>(names)) {
        if (!KNOWN.contains(name)) {
          throw new InvalidSettingException(RunProperties.unknown(name, KNOWN));
        }
      }
    }
  }

  /** Returns a name in lower case without separators, in which spellings differ. */
  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
  }

  /**
   * Verifies the name of a property.
   *
   * @param place the start of the message, such as {@code -p}; with a blank at the end
   * @throws InvalidSettingException if it has invalid characters, or is misspelt
   */
  public static void check(String place, String name) {
    if (!VALID.matcher(name).matches()) {
      throw new InvalidSettingException(
          place
              + "the text before the value is not a name (not shown, as it may be a secret); names"
              + " have letters, digits, '_', '.' and '-' only");
    }
    if (!KNOWN.contains(name)
        && (RESERVED.matcher(name).matches() || LETTERS.contains(letters(name)))) {
      throw new InvalidSettingException(place + RunProperties.unknown(name, KNOWN));
    }
  }
}
