package dev.tlsbench.experiment.command;

import dev.tlsbench.report.folder.ResultFolder;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

abstract class WritingCommand extends TlsbenchCommand {
  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Parent of the result folder. Default: results.")
  private @Nullable Path output;

  final ResultFolder folder(String name, Instant started) {
    return ResultFolder.create(output, name, started);
  }
}
