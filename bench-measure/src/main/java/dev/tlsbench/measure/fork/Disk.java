package dev.tlsbench.measure.fork;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/**
 * The server's disk. Flushes dirty pages after each window, so no variant pays for another's
 * writes.
 *
 * <p>For one thread at a time.
 */
public record Disk(@Nullable StorageEngine engine, Map<String, List<String>> tables)
    implements AutoCloseable {
  /** Connects if the run flushes; otherwise all methods do nothing. */
  static Disk of(ForkSpec spec) throws ConnectFailedException {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    if (!spec.flushes()) {
      return new Disk(null, tables);
    }
    spec.variants()
        .forEach((name, settings) -> tables.put(name, tablesOf(RunProperties.of(settings))));
    String first = tables.keySet().iterator().next();
    return new Disk(
        MeasuredDatabase.of(Binding.of(spec.binding()).database())
            .storage(RunProperties.of(spec.properties(first)))
            .orElseThrow(),
        tables);
  }

  public static List<String> tablesOf(Properties properties) {
    Workload workload = Workloads.open(properties);
    if (!(workload instanceof SelfLoading own)) {
      return List.of(
          properties.getProperty(
              CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT));
    }
    if (own.tables().isEmpty()) {
      throw new InvalidSettingException(
          "workload: it does not name its tables, so they can be neither flushed nor compared with"
              + " the buffer pool; omit --flush and --data-per-pool");
    }
    return own.tables();
  }

  /** Writes the changed pages of a variant's tables to disk; returns the seconds that it took. */
  double flush(String variant) throws ConnectFailedException {
    if (engine == null) {
      return 0;
    }
    long start = System.nanoTime();
    engine.flush(tables.getOrDefault(variant, List.of()));
    return (System.nanoTime() - start) / 1e9;
  }

  /** Returns the pages that the server has read and written so far; {@code null} if unknown. */
  @Nullable Pages pages() throws ConnectFailedException {
    return engine == null ? null : engine.pages();
  }

  @Nullable Pages pagesSince(@Nullable Pages before) throws ConnectFailedException {
    return engine == null || before == null ? null : engine.pages().since(before);
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
