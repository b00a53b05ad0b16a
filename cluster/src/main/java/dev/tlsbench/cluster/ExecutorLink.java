package dev.tlsbench.cluster;

import java.io.IOException;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.jspecify.annotations.Nullable;

/**
 * The channel from running tasks to the driver: over Spark's own connections, and so encrypted if
 * they are. An array holds a line, a number is the part that asks whether all parts wait: every
 * process has these classes.
 */
public final class ExecutorLink implements SparkPlugin {
  private static volatile @Nullable RunningJob ofDriver;
  private static volatile @Nullable PluginContext ofExecutor;

  /** Called by Spark, by the name of the class. */
  public ExecutorLink() {}

  /** Sets the receiver of messages in the driver, before there is a context. */
  static void receive(RunningJob job) {
    ofDriver = job;
  }

  /** Sends a line from a task. */
  static void send(String line) throws IOException {
    // Spark's log may quote a message that it drops; an array has no text there.
    context().send(new String[] {line});
  }

  /** Reports that a part waits or has ended, and returns true if all do. */
  static boolean ask(int part) throws Exception {
    return Boolean.TRUE.equals(context().ask(part));
  }

  private static PluginContext context() {
    PluginContext context = ofExecutor;
    if (context == null) {
      throw new IllegalStateException("this executor was started without " + ExecutorLink.class);
    }
    return context;
  }

  private static RunningJob job() {
    RunningJob job = ofDriver;
    if (job == null) {
      throw new IllegalStateException("this driver was started without " + DriverMain.class);
    }
    return job;
  }

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Map<String, String> init(SparkContext context, PluginContext plugin) {
        RunningJob job = job();
        context.addSparkListener(
            new SparkListener() {
              @Override
              public void onExecutorAdded(SparkListenerExecutorAdded event) {
                job.executorAdded();
              }

              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
                job.executorRemoved();
              }
            });
        return Map.of();
      }

      @Override
      public @Nullable Object receive(Object message) {
        if (message instanceof Integer part) {
          return job().waits(part);
        }
        job().line(((String[]) message)[0]);
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
