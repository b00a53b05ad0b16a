package dev.tlsbench.client.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.ycsb.session.DirectClient;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.htrace.core.HTraceConfiguration;
import org.apache.htrace.core.Tracer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.BasicDB;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

class TimedDbTest {
  @BeforeEach
  @AfterEach
  void forgetMeasurements() {
    LocalClient.forgetMeasurements();
  }

  /** YCSB's measurements are microseconds in an {@code int}: up to 35.8 minutes. */
  @Test
  void measuresTheLongestTimeThatYcsbKnowsForOperationsOfAnHour() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("measurement.interval", "both");
    Measurements.setProperties(properties);
    Tracer tracer = new Tracer.Builder("ycsb").conf(HTraceConfiguration.EMPTY).build();
    TimedDb db = new TimedDb(new LendingDb(), tracer, failure -> {});
    Measurements.getMeasurements()
        .setIntendedStartTimeNs(System.nanoTime() - TimeUnit.HOURS.toNanos(1));

    Status status = db.direct("DUMP", Connection.class, connection -> Status.OK);

    assertThat(status).isSameAs(Status.OK);
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    TextMeasurementsExporter exporter = new TextMeasurementsExporter(report);
    Measurements.getMeasurements().exportMeasurements(exporter);
    exporter.close();
    assertThat(report.toString(UTF_8)).contains("[DUMP], Return=OK, 1", "[Intended-DUMP], ");
  }

  /** As a load does that fills a table over two connections. */
  @Test
  void lendsAnotherClient() throws Exception {
    Measurements.setProperties(new Properties());
    Tracer tracer = new Tracer.Builder("ycsb").conf(HTraceConfiguration.EMPTY).build();
    TimedDb db = new TimedDb(new LendingDb(), tracer, failure -> {});

    assertThat(db.another()).isInstanceOf(LendingDb.class);
  }

  private static final class LendingDb extends BasicDB implements DirectClient {
    @Override
    public DB another() {
      return new LendingDb();
    }

    @Override
    public <C> Status direct(String operation, Class<C> type, Use<C> use) {
      return Status.OK;
    }
  }
}
