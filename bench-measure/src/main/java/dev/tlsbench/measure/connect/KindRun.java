package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.fork.Meters;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

final class KindRun implements Turn.Taker, AutoCloseable {
  private final String name;
  private final Series series;
  private final Access access;
  private final SharedWork shares;
  private final Meters meters;
  private final List<Access.Opener> openers = new ArrayList<>();

  KindRun(String name, Series series, Access access, SharedWork shares, Meters meters) {
    this.name = name;
    this.series = series;
    this.access = access;
    this.shares = shares;
    this.meters = meters;
    for (int i = 0; i < shares.threads(); i++) {
      openers.add(access.opener());
    }
  }

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
        Timeline made = opener.open();
        if (series.kind().holds(made.negotiated())) {
          counted.add(Trial.of(made));
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

  Series series() {
    return series;
  }

  Access access() {
    return access;
  }

  @Override
  public void close() {
    openers.forEach(Access.Opener::close);
    access.close();
  }
}
