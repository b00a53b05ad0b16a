package dev.tlsbench.ycsb.workload;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.StatementText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A statement of the user's, and its parameters as they are written. Printed without literals.
 *
 * <p>Statements end with a {@code ;} at the end of a line. A line {@code -- parameters: 1..1000}
 * belongs to the statement after it.
 */
public record UserStatement(String text, String parameters) {
  /** The property with one statement or several. */
  public static final String PROPERTY = "statement";

  /** The property with the parameters of statements that have no line with them. */
  public static final String PARAMETERS = "statement.parameters";

  private static final Pattern END = Pattern.compile(";[ \\t]*(?:\\R|$)");
  private static final Pattern PARAMETERS_LINE = Pattern.compile("(?m)^\\s*--\\s*parameters:(.*)$");
  private static final Pattern ARGUMENT = Pattern.compile("(?s)(.*?\\bstatement=)(.*)");

  /**
   * Parses statements.
   *
   * @param usual the parameters of statements that name none; empty for none
   * @throws InvalidSettingException if there is no statement
   */
  public static List<UserStatement> parse(String all, String usual) {
    List<UserStatement> statements = new ArrayList<>();
    for (String part : END.split(all, -1)) {
      Matcher own = PARAMETERS_LINE.matcher(part);
      String parameters = own.find() ? own.group(1) : usual;
      String text = own.replaceAll("").strip();
      if (!StatementText.shown(text).isEmpty()) {
        statements.add(new UserStatement(text, parameters.strip()));
      }
    }
    if (statements.isEmpty()) {
      throw new InvalidSettingException(
          "statement: there is none; write one such as SELECT name FROM users WHERE id = ?;");
    }
    return statements;
  }

  /** {@return statements without their literals, each with its parameters in a line} */
  public static String shown(List<UserStatement> statements) {
    return statements.stream().map(UserStatement::toString).collect(Collectors.joining("\n"));
  }

  /** {@return a command line without the literals of statements} */
  public static List<String> shownArguments(List<String> arguments) {
    List<String> shown = new ArrayList<>();
    for (String argument : arguments) {
      Matcher assigned = ARGUMENT.matcher(argument);
      if (!shown.isEmpty() && shown.get(shown.size() - 1).equals("--statement")) {
        shown.add(StatementText.shown(argument));
      } else {
        shown.add(
            assigned.matches()
                ? assigned.group(1) + StatementText.shown(assigned.group(2))
                : argument);
      }
    }
    return shown;
  }

  @Override
  public String toString() {
    return StatementText.shown(text)
        + (parameters.isEmpty() ? "" : " -- parameters: " + parameters);
  }
}
