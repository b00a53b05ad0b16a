package dev.tlsbench.experiment.paired;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.properties.KnownNames;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.option.ComparisonOptions;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Loads the records and tables that the workloads of variants need. */
final class Loading {
  private final PairedRun run;
  private final Target target;
  private final ComparisonOptions options;
  private final Set<Map<String, String>> prepared = new HashSet<>();

  Loading(PairedRun run, Target target, ComparisonOptions options) {
    this.run = run;
    this.target = target;
    this.options = options;
  }

  /**
   * Loads the records of all variants; a variant with another table has its own records.
   *
   * @return the variants whose records exist; all of them, unless the user permits fewer
   */
  List<Variant> prepare(PairedRun.Step step) throws DBException, ConnectFailedException {
    List<Variant> ready = new ArrayList<>();
    List<RecordLoader> loaders = new ArrayList<>();
    Variant control = step.control();
    List<Variant> all = new ArrayList<>(step.variants());
    all.add(1, control);
    Map<Variant, Properties> clients = new LinkedHashMap<>();
    for (Variant variant : all) {
      Properties properties = variant.applyTo(target.binding(), step.properties());
      properties.setProperty(
          Client.THREAD_COUNT_PROPERTY, Integer.toString(step.settings().clients().threads()));
      Measurements.setProperties(properties);
      // Reports errors of the workload itself before anything connects.
      Workload workload = Workloads.open(properties);
      Workloads.note(workload, properties).ifPresent(run::warn);
      Set<String> names = new HashSet<>(properties.stringPropertyNames());
      all.forEach(each -> names.remove(each.settings().get(Variant.URL)));
      KnownNames.requireRead(workload.getClass(), names);
      clients.put(variant, properties);
    }
    target.logIn(clients.values());
    if (!target.isEmbedded()) {
      clients.values().stream()
          .flatMap(
              client ->
                  new RecordLoader(target.binding(), client, run::say)
                      .use(Workloads.open(client)).stream())
          .distinct()
          .forEach(run::say);
    }
    for (Map.Entry<Variant, Properties> client : clients.entrySet()) {
      Variant variant = client.getKey();
      Properties properties = client.getValue();
      boolean fresh;
      try {
        fresh = load(properties);
      } catch (DBException | ConnectFailedException | InvalidSettingException e) {
        if (options.leavesOut() && ready.size() > 1 && Failures.isExpected(e)) {
          run.leaveOut("", variant.name(), e);
          continue;
        }
        throwNamed(variant, e);
        throw e;
      }
      ready.add(variant);
      if (fresh) {
        loaders.add(new RecordLoader(target.binding(), properties, run::say));
      }
    }
    requireAllLoaded(loaders);
    ready.remove(control);
    return ready;
  }

  private void requireAllLoaded(List<RecordLoader> loaders) throws DBException {
    if (!target.isEmbedded() && !options.loads()) {
      return;
    }
    for (RecordLoader loader : loaders) {
      if (!loader.isLoaded()) {
        throw new InvalidSettingException(
            "--variant: two variants fill the same table in different ways; give each a"
                + " table of its own, such as oltp.table=NAME or geo.table=NAME");
      }
    }
  }

  /** Adds the variant's name to an expected failure; returns for any other. */
  private static void throwNamed(Variant variant, Exception e) throws ConnectFailedException {
    Throwable cause = Failures.expected(e);
    String message = variant.name() + ": " + cause.getMessage();
    if (cause instanceof InvalidSettingException) {
      throw new InvalidSettingException(message, e);
    }
    if (cause instanceof ConnectFailedException) {
      throw new ConnectFailedException(message, e);
    }
  }

  /**
   * Loads records into an embedded server, or into any server on request.
   *
   * @return true the first time; records may have changed later
   */
  private boolean load(Properties properties) throws DBException, ConnectFailedException {
    // YCSB's workloads require measurements; nothing is read from these.
    Measurements.setProperties(properties);
    Map<String, String> needs = needs(properties);
    if (prepared.contains(needs)) {
      return false;
    }
    if (target.isEmbedded() || options.loads()) {
      Properties loading = new Properties();
      loading.putAll(properties);
      target.binding().createTableProperty().ifPresent(name -> loading.setProperty(name, "true"));
      new RecordLoader(target.binding(), loading, run::say).loadIfEmpty(target.isEmbedded());
    } else {
      RecordLoader loader = new RecordLoader(target.binding(), properties, run::say);
      loader.requireTable(Workloads.open(properties), "--load creates and fills it");
      loader.requireWhole();
      Optional<String> otherSize = loader.otherSize();
      if (otherSize.isPresent()) {
        throw new InvalidSettingException(otherSize.get());
      }
      loader.shortage().ifPresent(run::warn);
    }
    prepared.add(needs);
    return true;
  }

  /** Returns the properties that determine the records: equal ones need one count for all steps. */
  private static Map<String, String> needs(Properties properties) {
    Map<String, String> needs = RunProperties.strings(properties);
    needs.keySet().removeIf(name -> name.startsWith("tls."));
    if (!(Workloads.open(properties) instanceof SelfLoading)) {
      needs.remove(Client.THREAD_COUNT_PROPERTY);
    }
    return needs;
  }
}
