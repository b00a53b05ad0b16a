package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A command that measures in pairs, for the shortest useful time. */
record ShortRun(CommandRun run, Path output) {
  private static final List<String> OPTIONS =
      List.of(
          ("-p workload=site.ycsb.workloads.CoreWorkload -p recordcount=50 --forks 1 --epochs 3"
                  + " --window 20ms --warm-up 100ms")
              .split(" "));

  /** Loads records into a server, which has the table then. */
  static void load(EmbeddedServer server, String... properties) {
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Binding binding = Binding.ofUrl(server.url());
    List<String> arguments = new ArrayList<>(List.of("load", binding.id()));
    arguments.addAll(List.of("-p", binding.urlProperty() + "=" + server.url()));
    arguments.addAll(List.of("-p", binding.database().id() + ".createtable=true"));
    arguments.addAll(OPTIONS.subList(0, 4));
    arguments.addAll(List.of(properties));
    assertThat(new YcsbClient(nowhere, nowhere).run(arguments.toArray(String[]::new))).isZero();
  }

  /**
   * Runs a command.
   *
   * @param output an empty folder
   * @param more additional arguments
   */
  static ShortRun of(Path output, String command, String url, String... more) {
    return new ShortRun(CommandRun.of(arguments(output, command, url, more)), output);
  }

  /** Returns the arguments with which {@link #of} runs a command. */
  static String[] arguments(Path output, String command, String url, String... more) {
    return CommandRun.words(command, url, "--output", output, OPTIONS.toArray(), more);
  }

  /** Fails unless it ended with a result. */
  ShortRun ended() {
    run.measured();
    return this;
  }

  Path folder() throws IOException {
    try (Stream<Path> folders = Files.list(output)) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  JsonNode result() throws IOException {
    return CommandRun.result(folder(), "result");
  }
}
