package dev.tlsbench.experiment.tap;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.TlsNames;
import dev.tlsbench.core.tls.WitnessedTls.Choice;
import dev.tlsbench.embedded.relay.TappedConnection;
import dev.tlsbench.embedded.relay.TappedConnection.Kind;
import dev.tlsbench.experiment.tap.TapResult.Condition;
import dev.tlsbench.experiment.tap.TapResult.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the connections of a tap, such as {@code protocol>=TLSv1.3} or {@code
 * resumed>=90%}. Counts connections as they end; not safe for use by several threads.
 */
public final class Requirement {
  private static final Pattern TERM = Pattern.compile("([a-z]+)(>=|<=|!=|=)(.+)");
  private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)%");
  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/s");
  private static final List<String> PROTOCOLS =
      List.of("SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");
  private static final int MOST_NAMED = 20;
  private static final double PERCENT = 100;

  private final String text;
  private final Predicate<TappedConnection> counts;
  private final Predicate<TappedConnection> holds;
  private final boolean skipsFirst;
  private final double leastShare;
  private final double mostPerSecond;
  private final List<Long> brokenBy = new ArrayList<>();
  private long counted;
  private long satisfied;

  private Requirement(
      String text,
      Predicate<TappedConnection> counts,
      Predicate<TappedConnection> holds,
      boolean skipsFirst,
      double leastShare,
      double mostPerSecond) {
    this.text = text;
    this.counts = counts;
    this.holds = holds;
    this.skipsFirst = skipsFirst;
    this.leastShare = leastShare;
    this.mostPerSecond = mostPerSecond;
  }

  /**
   * Parses a condition.
   *
   * @throws InvalidSettingException if it is none
   */
  public static Requirement parse(String typed) {
    String text = typed.strip();
    Matcher term = TERM.matcher(text);
    if (!term.matches()) {
      throw unknown(text);
    }
    String operator = term.group(2);
    String value = term.group(3);
    return switch (term.group(1) + operator) {
      case "protocol=" -> ofHandshakes(text, choice -> choice.protocol().equals(protocol(value)));
      case "protocol>=" -> {
        int least = PROTOCOLS.indexOf(protocol(value));
        yield ofHandshakes(text, choice -> PROTOCOLS.indexOf(choice.protocol()) >= least);
      }
      case "suite=", "suite!=" -> {
        List<String> names = TlsNames.cipherSuites("--require suite", value, alternatives(value));
        boolean wanted = operator.equals("=");
        yield ofHandshakes(text, choice -> names.contains(choice.cipherSuite()) == wanted);
      }
      case "group=", "group!=" -> {
        List<String> names = TlsNames.namedGroups(alternatives(value));
        boolean wanted = operator.equals("=");
        yield ofHandshakes(text, choice -> names.contains(choice.namedGroup()) == wanted);
      }
      case "resumed>=" -> ofResumption(text, share(text, value));
      case "plain=" -> ofPlain(text, value);
      case "connections<=" -> ofRate(text, value);
      default -> throw unknown(text);
    };
  }

  private static InvalidSettingException unknown(String text) {
    return new InvalidSettingException(
        "--require: '"
            + text
            + "' is no condition; write protocol>=TLSv1.3, suite=NAME|NAME, group=NAME|NAME,"
            + " resumed>=90%, plain=0 or connections<=5/s");
  }

  private static List<String> alternatives(String value) {
    return List.of(value.split("\\|", -1));
  }

  private static String protocol(String value) {
    return TlsNames.protocols(List.of(value)).get(0);
  }

  private static double share(String text, String value) {
    Matcher share = SHARE.matcher(value);
    if (share.matches() && Double.parseDouble(share.group(1)) <= PERCENT) {
      return Double.parseDouble(share.group(1)) / PERCENT;
    }
    throw unknown(text);
  }

  private static Requirement ofHandshakes(String text, Predicate<Choice> holds) {
    return new Requirement(
        text,
        TappedConnection::isHandshakeCompleted,
        connection -> {
          var tls = connection.tls();
          Choice choice = tls == null ? null : tls.choice();
          return choice != null && holds.test(choice);
        },
        false,
        1,
        Double.POSITIVE_INFINITY);
  }

  /** The first handshake of a client has nothing to resume. */
  private static Requirement ofResumption(String text, double least) {
    return new Requirement(
        text,
        TappedConnection::isHandshakeCompleted,
        TappedConnection::isResumed,
        true,
        least,
        Double.POSITIVE_INFINITY);
  }

  private static Requirement ofPlain(String text, String value) {
    if (!value.equals("0")) {
      throw unknown(text);
    }
    return new Requirement(
        text,
        connection -> connection.kind() == Kind.TLS || connection.kind() == Kind.PLAIN,
        connection -> connection.kind() == Kind.TLS,
        false,
        1,
        Double.POSITIVE_INFINITY);
  }

  private static Requirement ofRate(String text, String value) {
    Matcher rate = RATE.matcher(value);
    if (!rate.matches()) {
      throw unknown(text);
    }
    return new Requirement(
        text, connection -> true, connection -> true, false, 0, Double.parseDouble(rate.group(1)));
  }

  /**
   * Counts a connection that has ended.
   *
   * @param later one that has ended and is not its client's first; {@code null} if there is none
   */
  void count(TappedConnection connection, @Nullable TappedConnection later) {
    TappedConnection one = skipsFirst ? later : connection;
    if (one == null || !counts.test(one)) {
      return;
    }
    counted++;
    if (holds.test(one)) {
      satisfied++;
    } else if (brokenBy.size() < MOST_NAMED) {
      brokenBy.add(one.number());
    }
  }

  /** Returns the outcome after a run of this length. */
  Condition judge(Duration elapsed) {
    return new Condition(
        text, outcome(elapsed), counted, satisfied, brokenBy.stream().sorted().toList());
  }

  private Outcome outcome(Duration elapsed) {
    if (counted == 0) {
      return Outcome.UNDECIDED;
    }
    double perSecond = counted * 1e9 / elapsed.toNanos();
    return satisfied >= leastShare * counted && perSecond <= mostPerSecond
        ? Outcome.HOLDS
        : Outcome.BROKEN;
  }
}
