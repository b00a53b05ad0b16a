package dev.tlsbench.measure.fork;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs the forks of a class's tests as threads of this JVM, which starts them sooner. For tests of
 * options, pages, limits and messages. A JVM with {@link #PROPERTY} does so from its start.
 */
public final class ThreadForks
    implements ForkProcess.Launcher, BeforeEachCallback, AfterEachCallback {
  /** A system property; true or false. */
  public static final String PROPERTY = "tlsbench.tests.threadForks";

  private static volatile boolean areApplied = Boolean.getBoolean(PROPERTY);
  private static volatile @Nullable BiConsumer<InputStream, PrintStream> known;

  /** A test of such a class whose forks are JVMs. */
  @Retention(RetentionPolicy.RUNTIME)
  public @interface No {}

  /** Serves the further orders of a test in place of the work that they are for. */
  public static void serveBy(BiConsumer<InputStream, PrintStream> service) {
    known = service;
  }

  /** Called by JUnit, and by {@link java.util.ServiceLoader}. */
  public ThreadForks() {}

  @Override
  public void beforeEach(ExtensionContext test) {
    areApplied = !test.getRequiredTestMethod().isAnnotationPresent(No.class);
  }

  @Override
  public void afterEach(ExtensionContext test) {
    areApplied = false;
    known = null;
  }

  @Override
  public @Nullable Process start(Class<?> main) throws IOException {
    return areApplied ? new ForkThread(main) : null;
  }

  /** A fork between two pipes. */
  private static final class ForkThread extends Process {
    private final Pipe orders = Pipe.open();
    private final Pipe replies = Pipe.open();
    private final Thread thread;

    ForkThread(Class<?> main) throws IOException {
      thread = new Thread(() -> serve(main), "tlsbench-fork");
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(Class<?> main) {
      try (PrintStream out =
          new PrintStream(Channels.newOutputStream(replies.sink()), true, StandardCharsets.UTF_8)) {
        InputStream in = Channels.newInputStream(orders.source());
        BiConsumer<InputStream, PrintStream> other = known;
        if (other != null) {
          other.accept(in, out);
          return;
        }
        Method serve = main.getDeclaredMethod("serve", InputStream.class, PrintStream.class);
        serve.setAccessible(true);
        serve.invoke(null, in, out);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public OutputStream getOutputStream() {
      return Channels.newOutputStream(orders.sink());
    }

    @Override
    public InputStream getInputStream() {
      return Channels.newInputStream(replies.source());
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
      thread.join();
      return 0;
    }

    @Override
    public int exitValue() {
      if (thread.isAlive()) {
        throw new IllegalThreadStateException("not ended");
      }
      return 0;
    }

    @Override
    public void destroy() {
      thread.interrupt();
    }
  }
}
