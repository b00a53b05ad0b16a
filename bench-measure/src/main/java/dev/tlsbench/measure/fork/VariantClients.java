package dev.tlsbench.measure.fork;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.fork.EpochData.ClientData;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.report.Amounts;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.DBException;

/** The clients of one variant, one for each thread, on connections of their own. */
final class VariantClients implements AutoCloseable {
  /**
   * The part of each operation's duration that is wasted after it, such as {@code 0.02}: an effect
   * of known size, to test whether a run detects it. Every value, including 0, wastes half a
   * microsecond more as part of the operation.
   */
  static final String WASTE = "tlsbench.waste";

  /**
   * The number of operations after which a client opens a new connection; 0, the default, for a
   * single connection.
   */
  static final String OPERATIONS_PER_CONNECTION = "tlsbench.operationsPerConnection";

  private final Binding binding;
  private final Properties properties;
  private final Session session;
  private final ReadyTimes ready;
  private final List<CountingDb> clients = new ArrayList<>();

  private VariantClients(
      Binding binding, Properties properties, Session session, ReadyTimes ready) {
    this.binding = binding;
    this.properties = properties;
    this.session = session;
    this.ready = ready;
  }

  static VariantClients open(
      Binding binding, Map<String, String> settings, int threads, Runnable connected)
      throws DBException {
    Properties properties = RunProperties.of(settings);
    properties.setProperty("threadcount", Integer.toString(threads));
    int perConnection = RunProperties.number(properties, OPERATIONS_PER_CONNECTION, 0, 0);
    if (perConnection > 0 && !MeasuredDatabase.of(binding.database()).canReconnect()) {
      throw new InvalidSettingException(
          ("%s: the driver of %s keeps connections in a pool; omit it, or compare "
                  + "another database")
              .formatted(OPERATIONS_PER_CONNECTION, binding.database().product()));
    }
    ReadyTimes ready = new ReadyTimes();
    Session session = binding.share(properties, ready);
    VariantClients opened = new VariantClients(binding, properties, session, ready);
    try {
      for (int i = 0; i < threads; i++) {
        CountingDb client = new CountingDb(binding.newClient(), perConnection);
        client.setProperties(properties);
        client.init();
        opened.clients.add(client);
        connected.run();
      }
      return opened;
    } catch (DBException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  Lane lane(int thread, SharedWorkloads.Assigned work) {
    return new Lane(clients.get(thread), work.workload(), work.states().get(thread), waste());
  }

  private @Nullable Double waste() {
    String value = properties.getProperty(WASTE);
    if (value == null) {
      return null;
    }
    double waste = Amounts.number(value, "").orElse(-1);
    if (waste < 0 || waste > 1) {
      throw new InvalidSettingException(
          WASTE + ": '" + value + "' is not a number from 0 to 1, such as 0.01");
    }
    return waste;
  }

  long bytes() {
    return clients.stream().mapToLong(CountingDb::bytes).sum();
  }

  ClientData data() {
    TlsLedger ledger = session.ledger();
    List<Negotiated> negotiated = new ArrayList<>();
    ledger.handshakes().forEach((outcome, count) -> negotiated.add(Negotiated.of(outcome, count)));
    return new ClientData(
        negotiated,
        ledger.logins(),
        ledger.differences(session.settings()),
        Histograms.encode(ledger.tcpConnectNanos()),
        Histograms.encode(ledger.fullHandshakeNanos()),
        Histograms.encode(ledger.resumedHandshakeNanos()),
        Histograms.encode(ready.times()),
        session.failureLog().first().map(FailureLog.Cause::message).orElse(null));
  }

  @Override
  public void close() {
    try {
      for (DB client : clients) {
        client.cleanup();
      }
    } catch (DBException e) {
      throw new IllegalStateException("a client cannot be closed: " + e.getMessage(), e);
    } finally {
      binding.release(properties);
    }
  }

  private static final class ReadyTimes implements ConnectionListener {
    private final Histogram nanos = Histograms.empty();

    @Override
    public synchronized void connected(Duration time) {
      Histograms.record(nanos, time.toNanos());
    }

    @Override
    public void negotiated(TlsConnection connection) {}

    synchronized Histogram times() {
      return nanos.copy();
    }
  }
}
