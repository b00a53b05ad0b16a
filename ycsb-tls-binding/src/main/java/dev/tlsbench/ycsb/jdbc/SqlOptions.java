package dev.tlsbench.ycsb.jdbc;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The properties that every SQL database has, after the prefix of its binding.
 *
 * @param table overrides the workload's table; empty to keep it
 * @param batchSize the number of inserts in a batch; 1 sends each on its own
 * @param fetchSize rows of a scan that are fetched at a time; 0 for all
 * @param autoCommit true if each operation is a transaction; otherwise each thread is one
 */
public record SqlOptions(
    String prefix,
    Optional<String> table,
    boolean createTable,
    int batchSize,
    int fetchSize,
    boolean autoCommit) {

  /** Returns the names of a binding's properties. */
  public static Set<String> names(String prefix, String... others) {
    Stream<String> own =
        Stream.of(
            "url",
            "user",
            "password",
            "table",
            "createtable",
            "batchsize",
            "fetchsize",
            "autocommit");
    return Stream.concat(own.map(prefix::concat), Stream.of(others))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Parses the properties. */
  public static SqlOptions of(String prefix, Properties properties) {
    return new SqlOptions(
        prefix,
        Optional.ofNullable(properties.getProperty(prefix + "table")).map(String::strip),
        RunProperties.bool(properties, prefix + "createtable", false),
        RunProperties.number(properties, prefix + "batchsize", 1, 1),
        RunProperties.number(properties, prefix + "fetchsize", 0, 0),
        RunProperties.bool(properties, prefix + "autocommit", true));
  }
}
