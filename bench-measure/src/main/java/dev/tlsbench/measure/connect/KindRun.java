package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Meters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Opens connections of one series, with an opener for each thread; in a storm, for a time. */
record KindRun(
    String name,
    Series series,
    Access access,
    List<Access.Opener> openers,
    SharedWork shares,
    Meters meters,
    boolean isStorm)
    implements Turn.Taker, AutoCloseable {
  private static final long STORM_NANOS = Duration.ofMillis(500).toNanos();

  /** Returns a storm of as many threads, whose connections resume each other's sessions. */
  KindRun storm(SharedWork many) {
    Access.Opener first = access.opener();
    return new KindRun(
        Storms.subject(many.threads(), name),
        series,
        access,
        Stream.iterate(first, one -> first.sharing()).limit(many.threads()).toList(),
        many,
        meters,
        true);
  }

  @Override
  public Turn take(int block, int times) throws ConnectFailedException, InterruptedException {
    AtomicInteger others = new AtomicInteger();
    Queue<ConnectFailedException> failures = new ConcurrentLinkedQueue<>();
    double clientBefore = isStorm ? meters.clientMillisOfACore() : 0;
    Double before = meters.serverMillis();
    long start = System.nanoTime();
    List<Trial> trials =
        shares.of(
            times,
            (thread, share) ->
                open(openers.get(thread), isStorm ? Integer.MAX_VALUE : share, others, failures));
    long nanos = System.nanoTime() - start;
    Double after = meters.serverMillis();
    ConnectFailedException first = failures.peek();
    if (!isStorm && first != null && trials.isEmpty() && others.get() == 0) {
      throw first;
    }
    return new Turn(
        name,
        block,
        isStorm ? List.of() : trials,
        trials.size(),
        others.get(),
        failures.size(),
        first == null ? null : String.valueOf(first.getMessage()),
        nanos,
        before == null || after == null ? null : Double.valueOf(after - before),
        isStorm ? (meters.clientMillisOfACore() - clientBefore) * 1e6 / nanos : 0);
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
    List<Trial> counted = new ArrayList<>();
    int other = 0;
    int failed = 0;
    long end = System.nanoTime() + (isStorm ? STORM_NANOS : Long.MAX_VALUE / 2);
    while (counted.size() + failed < times && other <= times && System.nanoTime() - end < 0) {
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
    openers.stream().distinct().forEach(Access.Opener::close);
    if (!isStorm) {
      access.close();
    }
  }
}
