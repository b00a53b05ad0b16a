package dev.tlsbench.relay;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a requirement, such as {@code resumed>=90%}. */
final class TapTerm {
  private static final Pattern TERM = Pattern.compile("([a-z]+)(>=|<=|!=|=)(.+)");
  private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)%");
  private static final Pattern RATE = Pattern.compile("(\\d+(?:\\.\\d+)?)/s");
  private static final double PERCENT = 100;

  private static final List<String> PROTOCOLS =
      List.of("SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  private TapTerm() {}

  /** Parses a requirement; see {@link TapRequirement#parse}. */
  static TapRequirement parse(String typed) {
    String text = typed.strip();
    Matcher term = TERM.matcher(text);
    if (!term.matches()) {
      throw unknown(text);
    }
    String value = term.group(3);
    boolean equal = term.group(2).equals("=");
    List<String> alternatives = List.of(value.split("\\|", -1));
    return switch (term.group(1) + term.group(2)) {
      case "protocol=", "protocol>=" -> {
        int least = PROTOCOLS.indexOf(TlsNames.protocols(List.of(value)).get(0));
        int most = equal ? least : PROTOCOLS.size();
        yield each(
            text,
            Choice::protocol,
            name -> PROTOCOLS.indexOf(name) >= least && PROTOCOLS.indexOf(name) <= most);
      }
      case "suite=", "suite!=" -> {
        List<String> names = TlsNames.cipherSuites("suite", alternatives);
        yield each(text, Choice::cipherSuite, name -> names.contains(name) == equal);
      }
      case "group=", "group!=" -> {
        List<String> names = TlsNames.namedGroups(alternatives);
        yield each(text, Choice::namedGroup, name -> names.contains(name) == equal);
      }
      case "resumed>=" ->
          new TapRequirement(
              text,
              TappedConnection::isHandshakeCompleted,
              TappedConnection::isResumed,
              connection -> false,
              true,
              number(text, value, SHARE, PERCENT) / PERCENT,
              Double.POSITIVE_INFINITY);
      case "plain=" -> plain(text);
      case "connections<=" ->
          new TapRequirement(
              text,
              connection -> true,
              connection -> true,
              connection -> false,
              false,
              0,
              number(text, value, RATE, Double.MAX_VALUE));
      default -> throw unknown(text);
    };
  }

  /**
   * Requires it of each completed handshake that has the property: without a group are sessions
   * resumed under TLS 1.2, and RSA key transport.
   */
  private static TapRequirement each(
      String text, Function<Choice, @Nullable String> property, Predicate<String> holds) {
    Function<TappedConnection, Optional<String>> of =
        connection -> Optional.ofNullable(connection.tls()).map(WitnessedTls::choice).map(property);
    return new TapRequirement(
        text,
        connection -> connection.isHandshakeCompleted() && of.apply(connection).isPresent(),
        connection -> of.apply(connection).filter(holds).isPresent(),
        connection -> false,
        false,
        1,
        Double.POSITIVE_INFINITY);
  }

  /** Connections of an unknown protocol may be plain, so they leave it undecided. */
  private static TapRequirement plain(String text) {
    if (!text.equals("plain=0")) {
      throw unknown(text);
    }
    return new TapRequirement(
        text,
        connection -> connection.kind() == Kind.TLS || connection.kind() == Kind.PLAIN,
        connection -> connection.kind() == Kind.TLS,
        connection -> connection.kind() == Kind.OTHER,
        false,
        1,
        Double.POSITIVE_INFINITY);
  }

  private static double number(String text, String value, Pattern form, double most) {
    Matcher number = form.matcher(value);
    if (!number.matches() || Double.parseDouble(number.group(1)) > most) {
      throw unknown(text);
    }
    return Double.parseDouble(number.group(1));
  }

  private static InvalidSettingException unknown(String text) {
    return new InvalidSettingException(
        ("'%s' is no condition; write protocol>=TLSv1.3, suite=NAME|NAME, group=NAME|NAME,"
                + " resumed>=90%%, plain=0 or connections<=5/s")
            .formatted(text));
  }
}
