package dev.tlsbench.embedded;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fault that there is at the moment, and how often faults have met with a connection. */
final class FaultSwitch {
  private final AtomicLong hits = new AtomicLong();
  private volatile Setting setting = new Setting(null);

  /** Changes the fault, {@code null} for none, and wakes who waits for that. */
  Setting set(@Nullable Fault fault) {
    Setting next = new Setting(fault);
    synchronized (this) {
      setting = next;
      notifyAll();
    }
    return next;
  }

  Setting get() {
    return setting;
  }

  void countHit() {
    hits.incrementAndGet();
  }

  long hits() {
    return hits.get();
  }

  /** Waits until the switch is set anew. */
  synchronized void awaitChange(Setting from) throws InterruptedException {
    while (setting == from) {
      wait();
    }
  }

  /** Waits until the switch is set anew, or the time is up. */
  synchronized void awaitChange(Setting from, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (setting == from && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  /** One setting of the switch: the same fault, injected twice, is two of them. */
  static final class Setting {
    private final @Nullable Fault fault;

    private Setting(@Nullable Fault fault) {
      this.fault = fault;
    }

    boolean is(Fault which) {
      return fault == which;
    }
  }
}
