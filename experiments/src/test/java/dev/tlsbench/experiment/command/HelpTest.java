package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The texts of {@code --help} and {@code --version}. */
class HelpTest {
  private static Map<String, CommandLine> commands() {
    CommandLine tlsbench = Tlsbench.commandLine();
    Map<String, CommandLine> all = new TreeMap<>(tlsbench.getSubcommands());
    all.put("", tlsbench);
    return all;
  }

  private static Stream<String> names() {
    return commands().keySet().stream();
  }

  private static CommandLine command(String name) {
    return Objects.requireNonNull(commands().get(name), name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void describesCommandsInWholeSentencesSinceListsShowTheFirst(String name) {
    assertThat(command(name).getCommandSpec().usageMessage().description())
        .filteredOn(line -> !line.isEmpty())
        .isNotEmpty()
        .allMatch(line -> line.matches("[A-Z].*\\."));
  }

  @ParameterizedTest
  @MethodSource("names")
  void describesOptionsInWholeSentences(String name) {
    List<ArgSpec> arguments = command(name).getCommandSpec().args();
    assertThat(arguments)
        .filteredOn(argument -> !argument.hidden())
        .allSatisfy(
            argument ->
                assertThat(String.join(" ", argument.description()))
                    .as(argument.paramLabel())
                    .endsWith("."));
  }

  @Test
  void listsEachCommandWithItsWholeFirstSentence() {
    String list = oneLine(CommandRun.of("--help").out());
    commands().values().stream()
        .map(command -> command.getCommandSpec().usageMessage().description()[0])
        .forEach(sentence -> assertThat(list).contains(sentence.formatted()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void breaksNoLineOfAnExample(String name) {
    List<String> lines = command(name).getUsageMessage().lines().toList();
    for (String line : command(name).getCommandSpec().usageMessage().footer()) {
      // A line that is no format would be shown with a warning of the library.
      assertThat(lines).contains(line.formatted());
    }
  }

  @Test
  void printsTheVersionOfThePom() throws Exception {
    Matcher version =
        Pattern.compile("<artifactId>tlsbench</artifactId>\\s*<version>(.*)</version>")
            .matcher(Files.readString(Path.of("..", "pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(CommandRun.of("--version").out().strip()).isEqualTo("tlsbench " + version.group(1));
  }

  @Test
  void printsCompletionThatBashReads(@TempDir Path folder) throws Exception {
    Path script =
        Files.writeString(folder.resolve("completion"), CommandRun.of("completion").out());
    Process bash =
        new ProcessBuilder("bash", "-c", ". \"$0\" && complete -p tlsbench", script.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("complete ")
        .endsWith(" tlsbench\n");
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
