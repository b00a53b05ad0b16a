package dev.tlsbench.experiment.command;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.experiment.variant.Variant;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import site.ycsb.Client;
import site.ycsb.DBException;
import site.ycsb.measurements.Measurements;

/** Sees to it that variants find on the server what their workload needs. */
final class Loading {
  private final boolean loads;
  private final boolean leavesOut;
  private final Listener listener;
  private final Consumer<String> messages;
  private final Set<Map<String, String>> prepared = new HashSet<>();

  /** Is told what a reader of the result has to know. */
  interface Listener {
    /** Something is not as it should be; told once. */
    void warn(String line);

    /** A variant is left out. */
    void leaveOut(String variant, Exception reason);
  }

  /**
   * Prepares.
   *
   * @param options whether records are loaded, and whether a variant may be missing
   * @param messages takes what people are told, line by line
   */
  Loading(ComparisonOptions options, Listener listener, Consumer<String> messages) {
    this.loads = options.loads();
    this.leavesOut = options.leavesOut();
    this.listener = listener;
    this.messages = messages;
  }

  /**
   * All variants find what they need, each its own if it names another table.
   *
   * @return the variants that do; all of them, unless the user lets some be missing
   */
  List<Variant> prepare(Target target, PairedRun.Step step)
      throws DBException, ConnectFailedException {
    List<Variant> ready = new ArrayList<>();
    List<RecordLoader> loaders = new ArrayList<>();
    for (Variant variant : step.variants()) {
      Properties properties = variant.applyTo(target.binding(), step.properties());
      properties.setProperty(
          Client.THREAD_COUNT_PROPERTY, Integer.toString(step.settings().threads()));
      Measurements.setProperties(properties);
      // What is wrong with a workload says so itself, and may be the fault of no variant.
      Workloads.open(properties);
      boolean fresh;
      try {
        fresh = load(target, properties);
      } catch (DBException | ConnectFailedException | InvalidSettingException e) {
        if (leavesOut && !ready.isEmpty() && Tlsbench.isExpected(e)) {
          listener.leaveOut(variant.name(), e);
          continue;
        }
        throwNamed(variant, e);
        throw e;
      }
      ready.add(variant);
      if (fresh) {
        loaders.add(new RecordLoader(target.binding(), properties, messages));
      }
    }
    requireAllLoaded(target, loaders);
    return ready;
  }

  private void requireAllLoaded(Target target, List<RecordLoader> loaders) throws DBException {
    if (!target.isEmbedded() && !loads) {
      return;
    }
    for (RecordLoader loader : loaders) {
      if (!loader.isLoaded()) {
        throw new InvalidSettingException(
            "--variant: two of them want the same table to be filled in different ways; give each a"
                + " table of its own, such as oltp.table=NAME or geo.table=NAME");
      }
    }
  }

  /** Nothing if the failure is none that was foreseen. */
  private static void throwNamed(Variant variant, Exception e) throws ConnectFailedException {
    Throwable cause = Tlsbench.expected(e);
    String message = variant.name() + ": " + cause.getMessage();
    if (cause instanceof InvalidSettingException) {
      throw new InvalidSettingException(message, e);
    }
    if (cause instanceof ConnectFailedException) {
      throw new ConnectFailedException(message, e);
    }
  }

  /**
   * Puts what a workload needs into an embedded server, or where the user asks for it.
   *
   * @return whether this was the first time; later it may have changed
   */
  @CanIgnoreReturnValue
  boolean load(Target target, Properties properties) throws DBException, ConnectFailedException {
    // YCSB's workloads ask for measurements; nothing is read from these.
    Measurements.setProperties(properties);
    Map<String, String> needs = needs(properties);
    if (prepared.contains(needs)) {
      return false;
    }
    if (target.isEmbedded() || loads) {
      Properties loading = new Properties();
      loading.putAll(properties);
      loading.setProperty("mysql.createtable", "true");
      new RecordLoader(target.binding(), loading, messages).loadIfEmpty();
    } else {
      RecordLoader loader = new RecordLoader(target.binding(), properties, messages);
      loader.requireWhole();
      loader.shortage().ifPresent(listener::warn);
    }
    prepared.add(needs);
    return true;
  }

  /** What the records of a run may depend on: it is enough to count them once for all steps. */
  private static Map<String, String> needs(Properties properties) {
    Map<String, String> needs = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> needs.put(n, properties.getProperty(n)));
    needs.keySet().removeIf(name -> name.startsWith("tls."));
    if (!(Workloads.open(properties) instanceof SelfLoading)) {
      needs.remove(Client.THREAD_COUNT_PROPERTY);
    }
    return needs;
  }
}
