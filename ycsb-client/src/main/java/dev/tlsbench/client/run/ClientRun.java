package dev.tlsbench.client.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionSeries;
import dev.tlsbench.ycsb.session.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.htrace.core.HTraceConfiguration;
import org.apache.htrace.core.Tracer;
import site.ycsb.ClientThread;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.StatusThread;
import site.ycsb.measurements.Measurements;

/** Connects all threads, then starts the clock and the work. */
final class ClientRun {
  private final RunSettings settings;
  private final Properties properties;
  private final GuardedWorkload workload;
  private final List<TimedDb> databases = new ArrayList<>();
  private final List<ClientThread> workers = new CopyOnWriteArrayList<>();

  /** Observes a run. */
  interface Observer {
    /**
     * Called when all threads are connected; the run goes on when this returns.
     *
     * @param operations returns the number of operations so far
     */
    void connected(LongSupplier operations) throws InterruptedException;

    /** Called when all threads have ended. */
    void worked() throws InterruptedException;

    /**
     * Receives the result.
     *
     * @return the operations that failed, by kind and status
     */
    Map<String, Long> result(RunTotals totals, TlsSettings tls, TlsLedger ledger)
        throws IOException;
  }

  /** Creates a run; {@code clients} creates one client for each thread. */
  ClientRun(
      RunSettings settings, Properties properties, GuardedWorkload workload, Supplier<DB> clients) {
    this.settings = settings;
    this.properties = properties;
    this.workload = workload;
    Tracer tracer = new Tracer.Builder("ycsb").conf(HTraceConfiguration.EMPTY).build();
    for (int i = 0; i < settings.threads(); i++) {
      DB db = clients.get();
      db.setProperties(properties);
      databases.add(new TimedDb(db, tracer, workload::fail));
    }
  }

  /**
   * Connects, works, and checks the result.
   *
   * @return the reasons why the result must not be used, one line each; empty if it may be
   * @throws DBException if a thread cannot connect
   * @throws InvalidSettingException if a setting fails every operation: a wrong property, not an
   *     unusable result
   */
  List<String> run(Binding binding, Observer observer)
      throws DBException, IOException, InterruptedException {
    Session session = binding.share(properties, new ConnectionSeries(properties));
    try {
      connect();
      observer.connected(this::operations);
      RunTotals totals = work();
      observer.worked();
      if (totals.operations() == 0
          && workload.failure().orElse(null) instanceof InvalidSettingException invalid) {
        throw invalid;
      }
      Map<String, Long> failures = observer.result(totals, session.settings(), session.ledger());
      return Verdict.problems(
          totals,
          failures,
          session.failureLog().first(),
          workload.failure(),
          session.settings(),
          session.ledger());
    } finally {
      binding.release(properties);
    }
  }

  /**
   * Connects all threads concurrently, so that slow handshakes do not add up.
   *
   * @throws DBException if one of them cannot connect
   */
  void connect() throws DBException, InterruptedException {
    ExecutorService connecting = Executors.newFixedThreadPool(databases.size());
    try {
      List<Future<?>> connections = new ArrayList<>();
      for (TimedDb database : databases) {
        connections.add(
            connecting.submit(
                () -> {
                  database.open();
                  return null;
                }));
      }
      for (Future<?> connection : connections) {
        connection.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DBException failure ? failure : new DBException(e.getCause());
    } finally {
      connecting.shutdownNow();
    }
  }

  /** Works until everything is done, the time is up, or something fails. */
  RunTotals work() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(databases.size());
    for (int i = 0; i < databases.size(); i++) {
      ClientThread worker =
          new ClientThread(
              databases.get(i),
              settings.transactions(),
              workload,
              properties,
              settings.operationsOf(i),
              settings.targetPerThreadAndMilli(),
              done);
      worker.setThreadId(i);
      worker.setThreadCount(databases.size());
      workers.add(worker);
    }
    StatusThread status = settings.status().printed() ? status(done, workers) : null;
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (ClientThread worker : workers) {
      Thread thread = new Thread(worker, "client-" + threads.size());
      // An abandoned thread must not keep the JVM alive.
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((failed, reason) -> workload.fail(reason));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    join(threads, start);
    long nanos = System.nanoTime() - start;
    for (int i = 0; i < threads.size(); i++) {
      if (threads.get(i).isAlive()) {
        databases.get(i).giveUp();
      }
    }
    if (status != null) {
      status.interrupt();
      status.join();
    }
    workload.cleanup();
    return new RunTotals(
        operations(), workload.rows(), Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)), status);
  }

  /** Returns the number of operations so far. */
  long operations() {
    return workers.stream().mapToLong(ClientThread::getOpsDone).sum();
  }

  private void join(List<Thread> threads, long start) throws InterruptedException {
    if (settings.maxSeconds() == 0) {
      for (Thread thread : threads) {
        thread.join();
      }
      return;
    }
    long end = start + TimeUnit.SECONDS.toNanos(settings.maxSeconds());
    joinUntil(end, threads);
    workload.requestStop();
    // Otherwise a server that hangs would block the run, and its figures would be lost.
    joinUntil(end + TimeUnit.SECONDS.toNanos(settings.patienceSeconds()), threads);
  }

  private static void joinUntil(long end, List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      // Rounded up, so as not to end early; join(0) would wait forever.
      thread.join(1 + Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
    }
  }

  private StatusThread status(CountDownLatch done, List<ClientThread> workers) {
    StatusThread thread =
        new StatusThread(
            done,
            workers,
            settings.status().label(),
            "timeseries".equals(properties.getProperty(Measurements.MEASUREMENT_TYPE_PROPERTY)),
            settings.status().seconds(),
            Boolean.parseBoolean(
                properties.getProperty(Measurements.MEASUREMENT_TRACK_JVM_PROPERTY)));
    thread.start();
    return thread;
  }
}
