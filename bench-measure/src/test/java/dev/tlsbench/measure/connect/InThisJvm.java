package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.fork.ForkSpec;
import java.io.IOException;

/** Does the work of a fork in the test's own JVM. */
class InThisJvm implements ConnectRun.Fork {
  private final ConnectWork work;

  InThisJvm(ForkSpec spec) throws IOException {
    work = new ConnectWork(spec, () -> {});
  }

  @Override
  public <T> T ask(ConnectOrder order, Class<T> type) throws IOException {
    try {
      return type.cast(work.answer(order));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void kill() {
    // The run ends after the order that it works on.
  }

  @Override
  public void close() {
    work.close();
  }
}
