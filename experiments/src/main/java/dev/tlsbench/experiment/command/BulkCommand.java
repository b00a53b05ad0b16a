package dev.tlsbench.experiment.command;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.DBException;

/** {@code tlsbench bulk}. */
@Command(
    name = "bulk",
    description = {
      "Compares as 'compare' does, with long reads: MB/s, and CPU for each GB, by cipher suite."
    },
    footer = {
      "",
      "  bin/tlsbench bulk",
      "  bin/tlsbench bulk --read dump --binding mysql-tls",
      "  bin/tlsbench bulk --legacy-tls --variant plain,tls12-aes128-gcm,tls12-3des,tls12-rc4",
      "  bin/tlsbench bulk 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --read dump -p table=orders",
      "  bin/tlsbench bulk 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --read repeat --size 16m"
    })
final class BulkCommand extends PairedCommand {
  /** The default variants in addition to plain. */
  private static final List<String> SUITES =
      List.of("tls13-aes128-gcm", "tls13-aes256-gcm", "tls13-chacha20");

  @Option(
      names = "--read",
      paramLabel = "WHAT",
      converter = BulkRead.Converter.class,
      description = {
        "values: records with one long field, by their keys.",
        "dump: the whole table (MySQL: row by row, as mysqldump; PostgreSQL: by a cursor;"
            + " MongoDB: a scan of the collection; Cassandra: in pages); -p table=NAME reads an existing table, -p dump.export=true by the"
            + " database's export (PostgreSQL: COPY).",
        "repeat: SELECT REPEAT('x', n), which reads no table (SQL).",
        "Default: values."
      })
  private BulkRead read = BulkRead.VALUES;

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

  BulkCommand() {}

  @Override
  List<Variant> variants() {
    return comparison().variantsOr(SUITES, console()::warn);
  }

  @Override
  Measurement prepare() {
    if (values < 1) {
      throw new InvalidSettingException("--values: " + values + " is below 1; give 1 or more");
    }
    comparison().executors().refuseRange();
    Settings settings = comparison().settings();
    List<Variant> variants = openGates();
    return target -> {
      Database database = target.binding().database();
      if (read == BulkRead.REPEAT && !MeasuredDatabase.of(database).canRepeat()) {
        throw new InvalidSettingException(
            "--read repeat: not supported for " + database.product() + "; choose values or dump");
      }
      Properties properties = target.properties();
      properties.putIfAbsent(Client.DO_TRANSACTIONS_PROPERTY, "true");
      Properties workload = read.workload(properties, size, values);
      target.logIn(variants.stream().map(one -> one.applyTo(target.binding(), workload)).toList());
      PairedRun run = newRun();
      run.load(target, workload);
      return run.reading(
              read == BulkRead.DUMP
                  ? dumpBytes(target.binding(), RunProperties.copy(workload))
                  : size)
          .run(target, null, List.of(new PairedRun.Step(null, workload, variants, settings)));
    };
  }

  /** Returns the bytes that a dump reads; for an existing table only a dump can determine them. */
  private static double dumpBytes(Binding binding, Properties properties)
      throws DBException, ConnectFailedException {
    DumpWorkload workload = (DumpWorkload) Workloads.open(properties);
    DB client = binding.newClient();
    client.setProperties(properties);
    // With a listener the client does not log the TLS section.
    binding.share(properties, ConnectionListener.NONE);
    try {
      client.init();
      boolean dumped = workload.doTransaction(client, workload);
      if (!dumped || workload.bytes() == 0) {
        throw new ConnectFailedException(
            properties.getProperty("table")
                + (dumped
                    ? ": is empty, so there is nothing to dump; --load fills it"
                    : ": cannot be read; the reason is above"));
      }
      return workload.bytes();
    } finally {
      client.cleanup();
      binding.release(properties);
    }
  }
}
