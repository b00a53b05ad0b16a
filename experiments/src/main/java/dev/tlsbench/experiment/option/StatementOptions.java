package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.ycsb.StatementWorkload;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import site.ycsb.Client;

/** Options that measure statements of the user's in place of a workload. */
public final class StatementOptions {
  private static final int MEBIBYTES = 1;

  @ArgGroup(exclusive = false, multiplicity = "0..*")
  private List<Given> given = new ArrayList<>();

  @Option(
      names = "--statements",
      paramLabel = "FILE",
      description = "File of statements, with a ';' at the end and '-- parameters: …' before each.")
  private @Nullable Path file;

  @Option(
      names = "--writes",
      description = "Allow statements that write. Default: sessions are read-only.")
  private boolean writes;

  /** A statement with its parameters. */
  static final class Given {
    @Option(
        names = "--statement",
        required = true,
        paramLabel = "TEXT",
        description =
            "A statement of yours in place of a workload: SQL with '?' for parameters, CQL, or a"
                + " command of MongoDB in JSON with \"?\" for parameters. May be repeated.")
    private String text = "";

    @Option(
        names = "--parameters",
        paramLabel = "VALUES",
        description =
            "Values of its parameters: 1..1000 and user{1..1000}, separated by commas, or a .csv file"
                + " without a header, with a column for each parameter.")
    private String parameters = "";
  }

  public boolean areGiven() {
    return file != null || !given.isEmpty();
  }

  /** Makes the statements the workload; throws if they cannot be, or there is another one. */
  public void applyTo(Properties properties) {
    if (!areGiven() && writes) {
      throw new InvalidSettingException("--writes: goes with --statement; omit it");
    } else if (!areGiven()) {
      return;
    } else if (properties.containsKey(Client.WORKLOAD_PROPERTY)) {
      throw new InvalidSettingException(
          "workload: --statement and --statements are the workload; omit the property");
    }
    StringBuilder all = new StringBuilder(file == null ? "" : text(file) + "\n;\n");
    for (Given one : given) {
      String text = one.text.strip().replaceFirst(";$", "");
      all.append("-- parameters: %s\n%s;\n".formatted(one.parameters.strip(), text));
    }
    properties.setProperty(Client.WORKLOAD_PROPERTY, StatementWorkload.class.getName());
    properties.setProperty(UserStatement.PROPERTY, all.toString());
    properties.setProperty(StatementWorkload.WRITES, Boolean.toString(writes));
  }

  private static String text(Path file) {
    try {
      String text = BoundedFile.text("--statements: " + file, file, MEBIBYTES, "statements");
      UserStatement.parse(text, "");
      return text;
    } catch (IOException e) {
      throw new InvalidSettingException(
          "--statements: cannot be read (" + e + "); name a file of statements", e);
    }
  }
}
