package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.fork.Meters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the connections of one series. */
final class KindRun implements Turn.Taker, AutoCloseable {
  private final String name;
  private final Kind kind;
  private final Access access;
  private final Shares shares;
  private final Meters meters;
  private final List<Access.Opener> openers = new ArrayList<>();
  private int others;
  private int failed;
  private @Nullable ConnectFailedException failure;

  /**
   * @param kind the kind that counts: the baseline's if this is the control
   * @param shares of threads, each of which has an opener of its own
   */
  KindRun(String name, Kind kind, Access access, Shares shares, Meters meters) {
    this.name = name;
    this.kind = kind;
    this.access = access;
    this.shares = shares;
    this.meters = meters;
    for (int i = 0; i < shares.threads(); i++) {
      openers.add(access.opener());
    }
  }

  @Override
  public Turn take(int block, int times) throws ConnectFailedException, InterruptedException {
    others = 0;
    failed = 0;
    failure = null;
    Double before = meters.serverMillis();
    long start = System.nanoTime();
    List<Trial> trials = shares.of(times, this::open);
    long nanos = System.nanoTime() - start;
    Double after = meters.serverMillis();
    ConnectFailedException first = failure;
    if (first != null && trials.isEmpty() && others == 0) {
      throw first;
    }
    return new Turn(
        name,
        block,
        trials,
        others,
        failed,
        first == null ? null : String.valueOf(first.getMessage()),
        nanos,
        before == null || after == null ? null : Double.valueOf(after - before));
  }

  /**
   * Opens connections that count. A connection with another kind of handshake is replaced, within
   * limits: a server may have discarded a session, or may not store any.
   */
  private List<Trial> open(int worker, int times) {
    Access.Opener opener = openers.get(worker);
    List<Trial> counted = new ArrayList<>(times);
    int other = 0;
    int failures = 0;
    while (counted.size() + failures < times && other <= times) {
      try {
        Timeline made = opener.open();
        if (kind.holds(made.negotiated())) {
          counted.add(Trial.of(made));
        } else {
          other++;
        }
      } catch (ConnectFailedException e) {
        failures++;
        failed(e);
      }
      shares.didOne();
    }
    did(other);
    return counted;
  }

  private synchronized void failed(ConnectFailedException e) {
    failed++;
    if (failure == null) {
      failure = e;
    }
  }

  private synchronized void did(int other) {
    others += other;
  }

  @Override
  public String name() {
    return name;
  }

  Kind kind() {
    return kind;
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
