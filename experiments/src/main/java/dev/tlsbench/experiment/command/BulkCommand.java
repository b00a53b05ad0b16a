package dev.tlsbench.experiment.command;

import dev.tlsbench.client.properties.PropertyFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.ycsb.workload.RepeatWorkload;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/** {@code tlsbench bulk}: compares under a workload of long reads. */
@Command(
    name = "bulk",
    description =
        "Compares as 'compare' does, with long reads: MB/s, and CPU for each GB, by cipher suite.",
    footer = {
      "",
      "  bin/tlsbench bulk",
      "  bin/tlsbench bulk --read dump --binding mysql-tls",
      "  bin/tlsbench bulk --legacy-tls --variant plain,tls12-aes128-gcm,tls12-3des,tls12-rc4",
      "  bin/tlsbench bulk 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --read dump -p table=orders",
      "  bin/tlsbench bulk 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --read repeat --size 16m"
    })
final class BulkCommand extends CompareCommand {
  @Option(
      names = "--read",
      paramLabel = "WHAT",
      description = {
        "The workload, workloads/bulk_WHAT:",
        "values: records with one long field, by their keys.",
        "dump: the whole table (MySQL: row by row, as mysqldump; PostgreSQL: by a cursor;"
            + " MongoDB: a scan of the collection; Cassandra: in pages; Redis: by its index); -p table=NAME reads an existing table, -p dump.export=true by the"
            + " database's export (PostgreSQL: COPY).",
        "repeat: SELECT REPEAT('x', n), which reads no table (SQL).",
        "Default: values."
      })
  private @Nullable Read given;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = Converters.Size.class,
      description = "Size of a value. Default: 1m.")
  private int size = 1 << 20;

  @Option(
      names = "--values",
      paramLabel = "N",
      description = "Number of values. Default: ${DEFAULT-VALUE}.")
  private int values = 20;

  private enum Read {
    VALUES,
    DUMP,
    REPEAT
  }

  @Override
  List<String> usualVariants() {
    return List.of("tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20");
  }

  @Override
  Measurement prepare() {
    Converters.atLeast("--values", values, 1);
    for (String option : List.of("--read", "--size", "--values")) {
      if (isGiven(option) && statements().areGiven()) {
        throw new InvalidSettingException(
            option + ": --statement is the workload; omit one of the two");
      }
    }
    return super.prepare();
  }

  /** Chooses the workload; the user may name the table, and how many records a dump reads. */
  @Override
  Properties properties(Target target) {
    Database database = target.binding().database();
    Read read = given == null ? Read.VALUES : given;
    if (read == Read.REPEAT && !MeasuredDatabase.of(database).canRepeat()) {
      throw new InvalidSettingException(
          "--read repeat: not supported for " + database.product() + "; choose values or dump");
    }
    Properties given = target.properties();
    Properties properties = target.properties();
    properties.putAll(PropertyFile.read("workloads/bulk_" + read.name().toLowerCase(Locale.ROOT)));
    List<String> kept = List.of(CoreWorkload.TABLENAME_PROPERTY);
    switch (read) {
      case VALUES -> {
        properties.setProperty(CoreWorkload.FIELD_LENGTH_PROPERTY, Integer.toString(size));
        properties.setProperty(CoreWorkload.TABLENAME_PROPERTY, "bulk_" + size);
        properties.setProperty(Client.RECORD_COUNT_PROPERTY, Integer.toString(values));
      }
      case DUMP -> kept = List.of(CoreWorkload.TABLENAME_PROPERTY, Client.RECORD_COUNT_PROPERTY);
      case REPEAT -> properties.setProperty(RepeatWorkload.LENGTH, Integer.toString(size));
    }
    for (String name : kept) {
      if (given.containsKey(name)) {
        properties.setProperty(name, given.getProperty(name));
      }
    }
    return properties;
  }
}
