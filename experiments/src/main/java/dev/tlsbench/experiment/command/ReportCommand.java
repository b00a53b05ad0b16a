package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.ChangeDocument;
import dev.tlsbench.experiment.history.ChangeResult;
import dev.tlsbench.experiment.history.KeptRun;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.SavedDocument;
import dev.tlsbench.report.page.TextPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tlsbench report}. */
@Command(
    name = "report",
    description = {
      "Renders report.html and report.md of earlier results again.",
      "Several folders give one table and one chart: a row for each variant of each run. With"
          + " --baseline it compares them with earlier results, each figure with an interval."
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
    SavedDocument saved =
        SavedDocument.together(folders.stream().map(SavedDocument::read).toList());
    Path folder = folders.get(0);
    if (folders.size() == 1 && output == null) {
      saved.renderAgain(folder);
    } else {
      folder = saved.renderIn(output, Instant.now());
    }
    tlsbench.console().out().println(TextPage.render(saved.document()));
    tlsbench.console().print(folder.resolve(SavedDocument.HTML).toString());
    return ExitCode.DONE;
  }

  private static List<KeptRun> read(String option, List<Path> folders) {
    return folders.stream()
        .map(folder -> KeptRun.read(ResultFile.open(option + folder, folder)))
        .toList();
  }

  private int compare() {
    Instant started = Instant.now();
    List<KeptRun> before = read("--baseline ", baseline);
    List<KeptRun> after = read("", folders);
    RunRecord run =
        RunRecord.of(tlsbench.typed(spec), started, Duration.ZERO, true, List.of(), List.of());
    ChangeResult compared = ChangeResult.of(run, before, after);
    gates.open("tlsbench report", compared::problem);
    ChangeResult result =
        compared.with(gates.check(compared.run(), (limit, elapsed) -> compared.check(limit)));
    Outcome outcome =
        new Outcome(
            result,
            result.run(),
            result.server(),
            environment -> ChangeDocument.of(result, after.get(0).tlsRemark()),
            Map.of());
    try (ResultFolder folder = ResultFolder.create(output, spec.name(), started)) {
      tlsbench.console().print(outcome.write(folder), folder);
    }
    gates.report(result.run(), tlsbench.console());
    return result.run().exitCode();
  }
}
