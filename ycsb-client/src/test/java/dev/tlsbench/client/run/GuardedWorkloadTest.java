package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import site.ycsb.BasicDB;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

class GuardedWorkloadTest {
  @Test
  void keepsTheFirstFailureAndAsksAllThreadsToStop() {
    GuardedWorkload workload = new GuardedWorkload(new FailingWorkload());
    DB db = new BasicDB();
    db.setProperties(new Properties());
    Measurements.setProperties(new Properties());
    ClientThread thread =
        new ClientThread(db, true, workload, new Properties(), 100, -1, new CountDownLatch(1));

    // Unguarded, YCSB's thread would end this JVM with exit code 0.
    thread.run();

    assertThat(thread.getOpsDone()).isEqualTo(2);
    assertThat(workload.isStopRequested()).isTrue();
    assertThat(workload.failure()).get().asString().contains("operation 3");
    workload.cleanup();
    assertThat(workload.failure()).get().asString().contains("operation 3");
  }

  private static final class FailingWorkload extends Workload {
    private int operations;

    @Override
    public boolean doInsert(DB db, Object state) {
      return doTransaction(db, state);
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      if (++operations == 3) {
        throw new IllegalStateException("operation " + operations);
      }
      return true;
    }

    @Override
    public void cleanup() {
      throw new IllegalStateException("cleanup");
    }
  }
}
