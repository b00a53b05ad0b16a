package dev.tlsbench.experiment.command;

import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.folder.SavedDocument;
import dev.tlsbench.report.page.TextPage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code tlsbench report}. */
@Command(
    name = "report",
    description = {
      "Renders report.html and report.md of earlier results again.",
      "Several folders give one table and one chart: a row for each variant of each run."
    })
final class ReportCommand implements Callable<Integer> {
  @ParentCommand private @Nullable Tlsbench tlsbench;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Result folders of tlsbench, such as results/*-compare.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Parent of a new folder for the page. Default: a single result is rendered in its own"
              + " folder, several in a new one in results/.")
  private @Nullable Path output;

  @Override
  public Integer call() {
    SavedDocument saved =
        SavedDocument.together(folders.stream().map(SavedDocument::read).toList());
    Path folder = folders.get(0);
    if (folders.size() == 1 && output == null) {
      saved.renderAgain(folder);
    } else {
      folder = saved.renderIn(output, Instant.now());
    }
    if (tlsbench == null) {
      throw new IllegalStateException("picocli injects spec before call()");
    }
    tlsbench.console().out().println(TextPage.render(saved.document()));
    tlsbench.console().print(folder.resolve(SavedDocument.HTML).toString());
    return ExitCode.DONE;
  }
}
