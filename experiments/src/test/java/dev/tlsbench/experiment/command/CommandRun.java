package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.JavaProcess;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.FigureRules;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.HtmlPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command that ran inside this JVM. An argument that begins with a hyphen may hold several. */
record CommandRun(int exitCode, String out, String err) {
  static CommandRun of(String... args) {
    return of(System.getenv(), args);
  }

  /** Runs a command that creates a folder in another one. */
  static CommandRun in(Path output, String... args) {
    return of(words(args, "--output", output.toString()));
  }

  /**
   * Returns the folder that the command created, after a look at the figures in its document. Made
   * from its {@code result.json} again, the page is the same.
   */
  static Path folder(Path output) throws IOException {
    try (Stream<Path> folders = Files.list(output)) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(1);
      Path folder = all.get(0);
      if (Files.exists(folder.resolve("result.json"))) {
        Document document = Pages.of(ResultFile.open(folder.toString(), folder));
        assertThat(FigureRules.violations(Json.mapper().readTree(Json.bytes(document)))).isEmpty();
        assertThat(folder.resolve("report.html")).hasContent(HtmlPage.render(document));
      }
      return folder;
    }
  }

  /** Prepares a command that runs in a JVM of its own. */
  static ProcessBuilder inOwnJvm(String... args) {
    return inOwnJvm(List.of(), args);
  }

  /** Prepares a command that runs in a JVM of its own, with some more options. */
  static ProcessBuilder inOwnJvm(List<String> more, String... args) {
    List<String> options =
        Stream.of("tlsbench.home", "tlsbench.fork.jvmOptions")
            .map(name -> "-D" + name + "=" + System.getProperty(name, ""))
            .collect(Collectors.toList());
    options.add("-XX:TieredStopAtLevel=1");
    options.addAll(more);
    return JavaProcess.of(options, Tlsbench.class, split(args));
  }

  /** Fails unless the command ended with exit code 0. */
  CommandRun succeeded() {
    assertThat(exitCode).as(err).isZero();
    return this;
  }

  /** Fails unless the command ended with a result, which may be unusable after so short a run. */
  CommandRun measured() {
    assertThat(exitCode).as(err + out).isIn(0, 4);
    return this;
  }

  /** Fails unless the command was refused, in one line that contains these words. */
  CommandRun refused(String... words) {
    assertThat(exitCode).as(err).isEqualTo(2);
    assertThat(err).startsWith("tlsbench: ").hasLineCount(1).contains(words);
    assertThat(out).isEmpty();
    return this;
  }

  /** Returns the words of a command, of which some are in arrays. */
  static String[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof Object[] several ? Stream.of(several) : Stream.of(part))
        .map(Object::toString)
        .toArray(String[]::new);
  }

  static String[] split(String... args) {
    return Stream.of(args)
        .flatMap(arg -> Stream.of(arg.startsWith("-") ? arg.split(" (?=\\S)") : new String[] {arg}))
        .toArray(String[]::new);
  }

  static JsonNode json(Path folder, String file) throws IOException {
    return Json.mapper().readTree(folder.resolve(file).toFile());
  }

  /** Reads the result in a folder, which follows its schema. */
  static JsonNode result(Path folder, String schema) throws IOException {
    JsonNode result = json(folder, "result.json");
    assertThat(Schemas.violations(result, schema + ".schema.json")).isEmpty();
    return result;
  }

  static CommandRun of(Map<String, String> environment, String... args) {
    return whole(environment, split(args));
  }

  /** Runs a command whose arguments may have blanks in them. */
  static CommandRun whole(Map<String, String> environment, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Tlsbench.run(
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            args);
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
