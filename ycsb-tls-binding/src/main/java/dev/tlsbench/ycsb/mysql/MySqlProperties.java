package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.TableEncryption;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The properties {@code mysql.*}.
 *
 * @param url where to connect to, with the options that this binding wants by default
 * @param table the table that takes the place of the workload's; empty for the workload's own
 * @param batchSize how many inserts are sent together; 1 for each on its own
 * @param fetchSize how many rows of a scan are fetched at a time; 0 for all
 * @param autoCommit whether each operation is a transaction of its own; otherwise each thread is
 *     one
 */
record MySqlProperties(
    MySqlUrl url, Optional<String> table, int batchSize, int fetchSize, boolean autoCommit) {
  static final Set<String> NAMES =
      Set.of(
          "mysql.url",
          "mysql.user",
          "mysql.password",
          "mysql.table",
          "mysql.createtable",
          "mysql.batchsize",
          "mysql.fetchsize",
          "mysql.autocommit",
          TableEncryption.PROPERTY);

  /** Reads the properties of a run. */
  static MySqlProperties of(Properties properties) {
    String given = properties.getProperty("mysql.url");
    if (given == null) {
      throw new InvalidSettingException(
          "mysql.url: not given; name a server, such as mysql://localhost:3306/ycsb?ssl-ca=ca.pem");
    }
    int fetchSize = RunProperties.number(properties, "mysql.fetchsize", 0, 0);
    MySqlUrl url =
        MySqlUrl.parse(given)
            .withDefault("useServerPrepStmts", "true")
            .withDefault("rewriteBatchedStatements", "true")
            // Else Connector/J asks the server before each unprepared write whether it may write.
            .withDefault("readOnlyPropagatesToServer", "false");
    if (fetchSize > 0) {
      url = url.withDefault("useCursorFetch", "true");
    }
    return new MySqlProperties(
        with(with(url, "user", properties), "password", properties),
        Optional.ofNullable(properties.getProperty("mysql.table")).map(String::strip),
        RunProperties.number(properties, "mysql.batchsize", 1, 1),
        fetchSize,
        RunProperties.bool(properties, "mysql.autocommit", true));
  }

  private static MySqlUrl with(MySqlUrl url, String option, Properties properties) {
    String value = properties.getProperty("mysql." + option);
    return value == null ? url : url.withDefault(option, value);
  }
}
