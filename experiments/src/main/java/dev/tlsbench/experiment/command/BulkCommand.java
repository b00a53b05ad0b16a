package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.run.Settings;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.experiment.variant.Variant;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/** {@code tlsbench bulk}. */
@Command(
    name = "bulk",
    description = {
      "Reads large values, one at a time: MB/s, and CPU for each GB, by suite. Otherwise as",
      "'compare' does."
    },
    footer = {
      "",
      "  bin/tlsbench bulk",
      "  bin/tlsbench bulk 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --size 16m -p mysql.createtable=true"
    })
final class BulkCommand extends PairedCommand {
  private static final List<String> SUITES =
      List.of("tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20");

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = SizeConverter.class,
      description = "How long a value is. Default: 1m.")
  private int size = 1 << 20;

  @Option(
      names = "--values",
      paramLabel = "N",
      description = "How many values there are. Default: ${DEFAULT-VALUE}.")
  private int values = 20;

  BulkCommand() {}

  @Override
  public Integer call() throws Exception {
    if (values < 1) {
      throw new InvalidSettingException("--values: " + values + " is below 1; give 1 or more");
    }
    Settings settings = comparison().settings();
    List<Variant> variants = comparison().variantsOr(SUITES);
    try (Target target = server().open(tlsbench())) {
      Properties properties = reads(PairedRun.properties(target));
      return newRun()
          .reading(size)
          .run(
              "bulk",
              target,
              null,
              List.of(new PairedRun.Step(null, properties, variants, settings)));
    }
  }

  /** Reads alone, of a table of their own with one long field. */
  private Properties reads(Properties base) {
    Properties properties = base;
    properties.setProperty(Client.RECORD_COUNT_PROPERTY, Integer.toString(values));
    properties.setProperty(CoreWorkload.TABLENAME_PROPERTY, "bulk_" + size);
    properties.setProperty(CoreWorkload.FIELD_COUNT_PROPERTY, "1");
    properties.setProperty(CoreWorkload.FIELD_LENGTH_PROPERTY, Integer.toString(size));
    properties.setProperty(CoreWorkload.READ_PROPORTION_PROPERTY, "1");
    for (String other :
        List.of(
            CoreWorkload.UPDATE_PROPORTION_PROPERTY,
            CoreWorkload.INSERT_PROPORTION_PROPERTY,
            CoreWorkload.SCAN_PROPORTION_PROPERTY,
            CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY)) {
      properties.setProperty(other, "0");
    }
    properties.setProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform");
    return properties;
  }
}
