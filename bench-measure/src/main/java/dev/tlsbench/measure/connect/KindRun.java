package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Meters;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens connections of one series, with an opener for each thread. */
record KindRun(
    String name,
    Series series,
    Access access,
    List<Access.Opener> openers,
    SharedWork shares,
    Meters meters)
    implements Turn.Taker, AutoCloseable {

  @Override
  public Turn take(int block, int times) throws ConnectFailedException, InterruptedException {
    AtomicInteger others = new AtomicInteger();
    Queue<ConnectFailedException> failures = new ConcurrentLinkedQueue<>();
    Double before = meters.serverMillis();
    long start = System.nanoTime();
    List<Trial> trials =
        shares.of(times, (thread, share) -> open(openers.get(thread), share, others, failures));
    long nanos = System.nanoTime() - start;
    Double after = meters.serverMillis();
    ConnectFailedException first = failures.peek();
    if (first != null && trials.isEmpty() && others.get() == 0) {
      throw first;
    }
    return new Turn(
        name,
        block,
        trials,
        others.get(),
        failures.size(),
        first == null ? null : String.valueOf(first.getMessage()),
        nanos,
        before == null || after == null ? null : Double.valueOf(after - before));
  }

  /**
   * Opens connections that count. A connection with another kind of handshake is replaced, within
   * limits: a server may have discarded a session, or may not store any.
   */
  private List<Trial> open(
      Access.Opener opener,
      int times,
      AtomicInteger others,
      Queue<ConnectFailedException> failures) {
    List<Trial> counted = new ArrayList<>(times);
    int other = 0;
    int failed = 0;
    while (counted.size() + failed < times && other <= times) {
      try {
        Trial made = opener.open();
        if (series.kind().holds(made.tls())) {
          counted.add(made);
        } else {
          other++;
        }
      } catch (ConnectFailedException e) {
        failed++;
        failures.add(e);
      }
      shares.didOne();
    }
    others.addAndGet(other);
    return counted;
  }

  @Override
  public void close() {
    openers.forEach(Access.Opener::close);
    access.close();
  }
}
