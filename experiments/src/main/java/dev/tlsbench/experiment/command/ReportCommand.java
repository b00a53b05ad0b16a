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
      "Several folders give one page with their figures side by side."
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
    List<SavedDocument> saved = folders.stream().map(SavedDocument::read).toList();
    if (saved.size() == 1 && output == null) {
      saved.get(0).renderAgain(folders.get(0));
      finish(saved, folders.get(0));
    } else {
      finish(saved, SavedDocument.renderTogether(output, saved, Instant.now()));
    }
    return ExitCode.DONE;
  }

  private void finish(List<SavedDocument> saved, Path folder) {
    if (tlsbench == null) {
      throw new IllegalStateException("picocli injects spec before call()");
    }
    for (SavedDocument one : saved) {
      if (saved.size() > 1) {
        tlsbench.console().print(one.name());
      }
      tlsbench.console().out().println(TextPage.render(one.document()));
    }
    tlsbench.console().print(folder.resolve(SavedDocument.HTML).toString());
  }
}
