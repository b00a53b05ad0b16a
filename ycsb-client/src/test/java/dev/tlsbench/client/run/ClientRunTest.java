package dev.tlsbench.client.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.BasicDB;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/** Threads that are given up, and what becomes of the answers that they get later. */
@Timeout(60)
class ClientRunTest {
  private static final int THREADS = 2;

  private final CountDownLatch answers = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(THREADS);

  @Test
  void countsAnOperationWithoutAnAnswerOnceAndNeverAsDone() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("threadcount", String.valueOf(THREADS));
    properties.setProperty("operationcount", "1000");
    properties.setProperty("maxexecutiontime", "1");
    properties.setProperty("maxexecutiontime.patience", "0");
    Measurements.setProperties(properties);
    GuardedWorkload workload = new GuardedWorkload(new InsertingWorkload());
    ClientRun run =
        new ClientRun(RunSettings.of(true, properties), properties, workload, SilentDb::new);
    run.connect();

    RunTotals totals = run.work();

    assertThat(totals.operations()).isZero();
    assertThat(report()).contains("[INSERT], Return=NO_ANSWER, 2").doesNotContain("OK");
    answers.countDown();
    assertThat(closed.await(30, SECONDS)).as("threads end, and close their clients").isTrue();
    assertThat(report()).contains("[INSERT], Return=NO_ANSWER, 2").doesNotContain("OK");
    assertThat(workload.failure()).isEmpty();
  }

  private static String report() throws IOException {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    TextMeasurementsExporter exporter = new TextMeasurementsExporter(report);
    Measurements.getMeasurements().exportMeasurements(exporter);
    exporter.close();
    return report.toString(UTF_8);
  }

  private static final class InsertingWorkload extends Workload {
    @Override
    public boolean doInsert(DB db, Object state) {
      return db.insert("table", "key", Map.of()).isOk();
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      return doInsert(db, state);
    }
  }

  /** Answers when it is told to. */
  private final class SilentDb extends BasicDB {
    @Override
    public void init() {}

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      try {
        answers.await();
      } catch (InterruptedException e) {
        return Status.ERROR;
      }
      return Status.OK;
    }

    @Override
    public void cleanup() {
      closed.countDown();
    }
  }
}
