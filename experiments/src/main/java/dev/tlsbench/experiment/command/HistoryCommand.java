package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.HistoryFiles;
import dev.tlsbench.experiment.history.Lineup;
import dev.tlsbench.experiment.history.ListedResult;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.history.ResultsDocument;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.TextPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    description = {
      "Shows results of one workload over time.",
      "Writes history.html: a chart with a line for each variant, and a table. Results that must not"
          + " be used are left out."
    },
    footer = {
      "",
      "  bin/tlsbench history results/*-compare --csv history",
      "  bin/tlsbench history results/20261121T101500Z-compare --github-benchmark benchmark.json"
    })
final class HistoryCommand extends TlsbenchCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Result folders of compare, sweep, bulk, saturate or connect, in any order.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--page",
      paramLabel = "FILE",
      defaultValue = "history.html",
      description = "The page (default: ${DEFAULT-VALUE}).")
  private Path page = Path.of("history.html");

  @Option(
      names = "--csv",
      paramLabel = "DIR",
      description =
          "Write CSV too: a file for each figure of each variant, such as tls13.typical.csv, with a"
              + " row for each result.")
  private @Nullable Path csv;

  @Option(
      names = "--github-benchmark",
      paramLabel = "FILE",
      description =
          "Write the newest result as customSmallerIsBetter of github-action-benchmark. With a"
              + " single result this file is the only one.")
  private @Nullable Path githubBenchmark;

  @Option(names = "--force", description = "Replace files that exist.")
  private boolean force;

  @Override
  public Integer call() {
    refuseFiles();
    Lineup lineup = Lineup.ordered(usable());
    boolean isHistory = lineup.results().size() > 1;
    if (!isHistory && (githubBenchmark == null || csv != null)) {
      throw tooFew("there is one, " + lineup.results().get(0));
    }
    if (csv != null) {
      Path parent = csv;
      HistoryFiles.csv(lineup)
          .forEach((file, content) -> write("--csv", parent.resolve(file), content));
    }
    if (githubBenchmark != null) {
      write("--github-benchmark", githubBenchmark, HistoryFiles.githubBenchmark(lineup));
    }
    if (isHistory) {
      Document document = ResultsDocument.overTime(lineup);
      console().out().println(TextPage.render(document));
      write("--page", page, HtmlPage.render(document).getBytes(StandardCharsets.UTF_8));
    }
    return ExitCode.DONE;
  }

  /** Refuses files that exist, and one name for two of them. */
  private void refuseFiles() {
    Set<Path> files = new HashSet<>();
    for (Path file : Stream.of(page, csv, githubBenchmark).filter(Objects::nonNull).toList()) {
      if (!files.add(file.toAbsolutePath().normalize())) {
        throw new InvalidSettingException(
            file
                + " is named for two of --page, --csv and --github-benchmark; choose another name");
      }
      if (!force && Files.exists(file)) {
        throw new InvalidSettingException(
            file + " exists; choose another name, or replace it with --force");
      }
    }
  }

  /** Reads the results, and reports those that must not be used. */
  private List<ListedResult> usable() {
    List<ListedResult> runs = new ArrayList<>();
    for (Path folder : folders) {
      ResultFile file = ResultFile.open(folder.toString(), folder);
      if (file.isUsable()) {
        runs.add(ListedResult.read(file));
      } else {
        console().say(folder + " is left out, as its result must not be used");
      }
    }
    if (runs.isEmpty()) {
      throw tooFew("there is none");
    }
    return runs;
  }

  private static InvalidSettingException tooFew(String found) {
    return new InvalidSettingException(
        "a history needs two results that can be used, and " + found + "; give more folders");
  }

  private void write(String option, Path file, byte[] content) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, content);
    } catch (IOException e) {
      throw new InvalidSettingException(
          "%s: %s cannot be written (%s); choose another place"
              .formatted(option, file, e.getClass().getSimpleName()),
          e);
    }
    console().print(file.toString());
  }
}
