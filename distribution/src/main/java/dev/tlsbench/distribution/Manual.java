package dev.tlsbench.distribution;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.experiment.command.Tlsbench;
import dev.tlsbench.jmh.JmhSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes what the commands know of their options: completion for bash, and AsciiDoc, of which the
 * build makes manual pages.
 */
public final class Manual {
  private Manual() {}

  /**
   * Writes the files.
   *
   * @param args the folder for {@code completion} and {@code asciidoc}
   */
  public static void main(String[] args) throws IOException {
    Path completion = Files.createDirectories(Path.of(args[0]).resolve("completion"));
    Path pages = Files.createDirectories(Path.of(args[0]).resolve("asciidoc"));
    for (CommandLine command :
        List.of(YcsbClient.commandLine(), Tlsbench.commandLine(), JmhSuite.commandLine())) {
      String name = command.getCommandName();
      Files.writeString(completion.resolve(name), AutoComplete.bash(name, command));
      int status =
          ManPageGenerator.generateManPage(
              pages.toFile(), null, new boolean[0], false, command.getCommandSpec());
      if (status != 0) {
        throw new IOException("no manual page of " + name);
      }
    }
  }
}
