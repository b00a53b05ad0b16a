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
 * @param url the server, with this binding's default options
 * @param table overrides the workload's table; empty to keep it
 * @param batchSize the number of inserts in a batch; 1 sends each on its own
 * @param fetchSize rows of a scan that are fetched at a time; 0 for all
 * @param autoCommit true if each operation is a transaction; otherwise each thread is one
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

  static MySqlProperties of(Properties properties) {
    String given = properties.getProperty("mysql.url");
    if (given == null) {
      throw new InvalidSettingException(
          "mysql.url: not given; name a server, such as mysql://localhost:3306/ycsb?ssl-ca=ca.pem");
    }
    RunProperties.requireKnown(properties.stringPropertyNames(), "mysql.", NAMES);
    int fetchSize = RunProperties.number(properties, "mysql.fetchsize", 0, 0);
    MySqlUrl url =
        MySqlUrl.parse(given)
            .withDefault("useServerPrepStmts", "true")
            .withDefault("rewriteBatchedStatements", "true")
            // Otherwise Connector/J queries the read-only state before each
            // unprepared write.
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
