package dev.tlsbench.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.core.text.ShellWords;
import dev.tlsbench.experiment.command.Tlsbench;
import dev.tlsbench.jmh.JmhSuite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The parsers accept each command of the documentation, and the workloads and experiments that it
 * names exist. A synopsis, with brackets or bars, names options that the command has.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");

  /** A line of an indented block with those that continue it. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^ {4,}(?:[A-Z_]+=\\S+ )*(?:\\./)?bin/(tlsbench|ycsb|jmh)\\b((?:.*\\\\\n)*.*)");

  /** A remark behind a command. */
  private static final Pattern REMARK = Pattern.compile(" {3,}[^-\\[ ].*");

  private static final Pattern OPTION = Pattern.compile("(?<=[ \\[])--?[A-Za-z][\\w-]*");
  private static final Pattern WORKLOAD = Pattern.compile("workloads/\\w+");

  record Documented(String place, String launcher, String arguments) {
    @Override
    public String toString() {
      return place + " bin/" + launcher + arguments;
    }

    boolean isSynopsis() {
      return arguments.replaceAll("'[^']*'", "").matches("(?s).*[\\[|].*");
    }
  }

  static Stream<Documented> commands() throws IOException {
    List<Path> pages;
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      pages = docs.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
    return Stream.concat(
            Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve), pages.stream())
        .flatMap(DocumentedCommandsTest::commands);
  }

  private static Stream<Documented> commands(Path page) {
    String text;
    try {
      text = Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return LINE.matcher(text)
        .results()
        // Not the arrows of a picture.
        .filter(line -> !line.group(2).matches("(?s) .*-- .*|.*->.*"))
        .map(line -> documented(page, text, line));
  }

  private static Documented documented(Path page, String text, MatchResult line) {
    long number = text.substring(0, line.start()).lines().count() + 1;
    String arguments = REMARK.matcher(line.group(2).replace("\\\n", " ")).replaceFirst("");
    return new Documented(ROOT.relativize(page) + ":" + number, line.group(1), arguments);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isAccepted(Documented documented) {
    CommandLine parser =
        switch (documented.launcher()) {
          case "ycsb" -> YcsbClient.commandLine();
          case "jmh" -> JmhSuite.commandLine();
          default -> Tlsbench.commandLine();
        };
    List<String> words =
        ShellWords.split(
            documented.arguments().replace('"', '\'').replace('…', 'X').replace("PID", "1"));
    if (documented.isSynopsis()) {
      CommandLine command = words.isEmpty() ? null : parser.getSubcommands().get(words.get(0));
      CommandSpec spec = (command == null ? parser : command).getCommandSpec();
      assertThat(OPTION.matcher(documented.arguments()).results().map(MatchResult::group))
          .as(documented.toString())
          .isSubsetOf(spec.optionsMap().keySet());
    } else {
      assertThatCode(
              () -> {
                List<String> unmatched = parser.parseArgs(words.toArray(String[]::new)).unmatched();
                if (documented.launcher().equals("jmh")) {
                  new CommandLineOptions(unmatched.toArray(String[]::new));
                }
              })
          .as(documented.toString())
          .doesNotThrowAnyException();
    }
    assertThat(WORKLOAD.matcher(documented.arguments()).results().map(MatchResult::group))
        .allSatisfy(workload -> assertThat(ROOT.resolve(workload)).exists());
    if (words.size() > 1
        && documented.launcher().equals("tlsbench")
        && words.get(0).equals("run")) {
      assertThat(words.get(1))
          .satisfiesAnyOf(
              name -> assertThat(ROOT.resolve("experiments/catalog/" + name + ".yaml")).exists(),
              name -> assertThat(name).startsWith("NAME"));
    }
  }
}
