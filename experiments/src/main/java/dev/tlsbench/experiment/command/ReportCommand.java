package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.ChangeResult;
import dev.tlsbench.experiment.history.Lineup;
import dev.tlsbench.experiment.history.ListedResult;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.history.ResultsDocument;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Renders report.html and report.md of an earlier result again.",
      "Several folders give one table of their figures and one chart. With --baseline it compares"
          + " them with earlier results, each figure with an interval."
    },
    footer = {
      "",
      "  bin/tlsbench report results/*-compare",
      "  bin/tlsbench report --baseline results/old results/new \\",
      "      --fail-if 'tls13.typical.change > 1.02'"
    })
final class ReportCommand extends TlsbenchCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Result folders of tlsbench, such as results/*-compare.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "DIR",
      description =
          "An earlier result; may be repeated. The results of DIR... together are compared with"
              + " those of all --baseline together.")
  private List<Path> baseline = new ArrayList<>();

  @Mixin private final GateOptions gates = new GateOptions();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Parent of a new folder for the page. Default: a single result is rendered in its own"
              + " folder, several in a new one in results/.")
  private @Nullable Path output;

  @Override
  public Integer call() {
    if (!baseline.isEmpty()) {
      return compare();
    }
    if (!gates.isEmpty()) {
      throw new InvalidSettingException(
          "--fail-if, --junit: a limit is for the change of a figure; name earlier results with"
              + " --baseline");
    }
    List<ResultFile> files =
        folders.stream().map(folder -> ResultFile.open(folder.toString(), folder)).toList();
    Document document =
        files.size() == 1
            ? Pages.of(files.get(0))
            : ResultsDocument.sideBySide(
                Lineup.of(files.stream().map(ListedResult::read).toList()));
    if (files.size() == 1 && output == null) {
      ResultFolder.render(document, folders.get(0));
      console().print(document, folders.get(0));
      return ExitCode.DONE;
    }
    try (ResultFolder folder = ResultFolder.create(output, title(), Instant.now())) {
      ResultFolder.render(document, folder.path());
      console().print(document, folder.path());
    }
    return ExitCode.DONE;
  }

  private static List<ListedResult> usable(String option, List<Path> folders) {
    List<ListedResult> results = new ArrayList<>();
    for (Path folder : folders) {
      ResultFile file = ResultFile.open(option + folder, folder);
      file.usableRun();
      results.add(ListedResult.read(file));
    }
    return results;
  }

  private int compare() {
    Instant started = Instant.now();
    List<ListedResult> before = usable("--baseline ", baseline);
    List<ListedResult> after = usable("", folders);
    RunRecord run = RunRecord.of(typed(), started, Duration.ZERO, true, List.of(), List.of());
    ChangeResult compared = ChangeResult.of(run, before, after);
    gates.open("tlsbench report", compared::problem);
    ChangeResult result = compared.with(gates.check(compared.run(), compared::limited));
    Outcome outcome = Outcome.of(result, result.run(), result.server(), ResultsDocument::of);
    try (ResultFolder folder = ResultFolder.create(output, title(), started)) {
      console().print(outcome.write(folder), folder.path());
    }
    gates.report(result.run(), console());
    return result.run().exitCode();
  }
}
