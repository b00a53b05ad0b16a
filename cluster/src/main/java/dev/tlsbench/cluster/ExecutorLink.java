package dev.tlsbench.cluster;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The way from tasks to the driver while they run: over Spark's own connections, and so encrypted
 * where these are. Messages are arrays of strings, whose class every process has.
 */
public final class ExecutorLink implements SparkPlugin {
  private static volatile @Nullable Function<String[], @Nullable Object> ofDriver;
  private static volatile @Nullable PluginContext ofExecutor;

  /** Spark makes it by its name. */
  public ExecutorLink() {}

  /** Sets who receives messages in the driver; it must not block. */
  static void receive(Function<String[], @Nullable Object> receiver) {
    ofDriver = receiver;
  }

  /** Sends a message from a task. */
  static void send(String... message) throws IOException {
    context().send(message);
  }

  /** Sends a message from a task, and returns the answer. */
  static @Nullable Object ask(String... message) throws Exception {
    return context().ask(message);
  }

  private static PluginContext context() {
    PluginContext context = ofExecutor;
    if (context == null) {
      throw new IllegalStateException("this executor was started without " + ExecutorLink.class);
    }
    return context;
  }

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        return Map.of();
      }

      @Override
      public @Nullable Object receive(Object message) {
        Function<String[], @Nullable Object> receiver = ofDriver;
        return receiver == null ? null : receiver.apply((String[]) message);
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> extra) {
        ofExecutor = context;
      }
    };
  }
}
