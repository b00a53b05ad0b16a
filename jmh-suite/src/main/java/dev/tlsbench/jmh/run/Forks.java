package dev.tlsbench.jmh.run;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JVMs that measure, and what they started themselves. */
final class Forks {
  private static final int PATIENCE_SECONDS = 3;

  private Forks() {}

  /**
   * Ends all processes that this JVM started, and theirs. They are asked first, so that they can
   * delete their files.
   */
  static void end() {
    List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
    processes.forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      processes.forEach(ProcessHandle::destroyForcibly);
    } catch (InterruptedException e) {
      processes.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }
}
