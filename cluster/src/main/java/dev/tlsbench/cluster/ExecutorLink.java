package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.JsonLine;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The channel from running tasks to the driver: over Spark's own connections, and so encrypted if
 * they are. Messages are arrays, because every process has their classes: an array of strings
 * carries a line, one of numbers asks whether all parts wait.
 */
public final class ExecutorLink implements SparkPlugin {
  private static volatile @Nullable Receiver ofDriver;
  private static volatile @Nullable PluginContext ofExecutor;

  /** Called by Spark, by the name of the class. */
  public ExecutorLink() {}

  /** Receives messages in the driver; must not block. */
  interface Receiver {
    void line(int job, String line);

    /** Notes that a part waits, and returns true if all parts do. */
    boolean waits(int job, int part);
  }

  static void receive(Receiver receiver) {
    ofDriver = receiver;
  }

  /** Sends a reply from a task. */
  static void send(int job, Reply reply) throws IOException {
    context().send(new String[] {Integer.toString(job), JsonLine.of(reply)});
  }

  /** Reports that a part waits or has ended, and returns true if all do. */
  static boolean ask(int job, int part) throws Exception {
    return Boolean.TRUE.equals(context().ask(new int[] {job, part}));
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
        Receiver receiver = ofDriver;
        if (receiver != null && message instanceof int[] question) {
          return receiver.waits(question[0], question[1]);
        }
        if (receiver != null && message instanceof String[] line) {
          receiver.line(Integer.parseInt(line[0]), line[1]);
        }
        return null;
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
